//! The answer: a tree as a list of nodes.

/// A decision tree. Node 0 is the root, and children come after their parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// All nodes, leaves included.
    pub nodes: Vec<Node>,
}

/// One node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What is asked; a leaf asks nothing.
    pub question: Option<Question>,
    /// How many training rows of each class reach the node.
    pub counts: Vec<u32>,
}

/// "Is this feature yes?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The feature's number in the table.
    pub feature: usize,
    /// The node that rows with a no go to.
    pub no: usize,
    /// The node that rows with a yes go to.
    pub yes: usize,
}

impl Tree {
    /// A tree that asks nothing.
    pub fn leaf(counts: Vec<u32>) -> Self {
        Tree { nodes: vec![Node { question: None, counts }] }
    }

    /// A tree that asks a feature first.
    pub(crate) fn split(feature: usize, counts: Vec<u32>, no: Tree, yes: Tree) -> Self {
        let question = Question { feature, no: 1, yes: 1 + no.nodes.len() };
        let mut nodes = vec![Node { question: Some(question), counts }];
        for side in [no, yes] {
            let first = nodes.len();
            nodes.extend(side.nodes.into_iter().map(|node| node.moved(first)));
        }
        Tree { nodes }
    }

    /// The training errors of the tree, each leaf saying its most frequent class.
    pub fn errors(&self) -> u32 {
        self.nodes.iter().filter(|node| node.question.is_none()).map(Node::errors).sum()
    }
}

impl Node {
    /// The same node in a longer list, where its tree begins at `first`.
    fn moved(mut self, first: usize) -> Self {
        if let Some(question) = &mut self.question {
            question.no += first;
            question.yes += first;
        }
        self
    }

    /// How many of the node's rows are not of its most frequent class.
    pub fn errors(&self) -> u32 {
        self.counts.iter().sum::<u32>() - self.counts.iter().max().copied().unwrap_or(0)
    }
}
