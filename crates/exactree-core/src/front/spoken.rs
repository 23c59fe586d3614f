//! The answer: a tree whose leaves say more than which rows they have.

use crate::tree::Question;

/// A tree whose leaves may say what few of their rows are. Node 0 is the root, and children come after their parents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpokenTree {
    /// All nodes, leaves included.
    pub nodes: Vec<SpokenNode>,
}

/// One node of such a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpokenNode {
    /// What is asked; a leaf asks nothing.
    pub question: Option<Question>,
    /// What a leaf says, 0 or 1; nobody hears what an inner node says.
    pub says: u32,
    /// How many training rows of each class of the table reach the node.
    pub counts: Vec<u32>,
}

impl SpokenTree {
    /// A tree that asks nothing.
    pub(super) fn leaf(counts: Vec<u32>, says: u32) -> Self {
        SpokenTree { nodes: vec![SpokenNode { question: None, says, counts }] }
    }

    /// A tree that asks a feature first.
    pub(super) fn split(feature: usize, counts: Vec<u32>, no: SpokenTree, yes: SpokenTree) -> Self {
        let question = Question { feature, no: 1, yes: 1 + no.nodes.len() };
        let mut nodes = vec![SpokenNode { question: Some(question), says: 0, counts }];
        for side in [no, yes] {
            let first = nodes.len();
            nodes.extend(side.nodes.into_iter().map(|node| node.moved(first)));
        }
        SpokenTree { nodes }
    }
}

impl SpokenNode {
    /// The same node in a longer list, where its tree begins at `first`.
    fn moved(mut self, first: usize) -> Self {
        if let Some(question) = &mut self.question {
            question.no += first;
            question.yes += first;
        }
        self
    }
}
