//! The answer: a tree as a list of nodes.

use crate::cost::Cost;

/// A decision tree. Node 0 is the root, and children come after their parents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<C> {
    /// All nodes, leaves included.
    pub nodes: Vec<Node<C>>,
}

/// One node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<C> {
    /// What is asked; a leaf asks nothing.
    pub question: Option<Question>,
    /// What the node costs as a leaf.
    pub cost: C,
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

impl<C: Cost> Tree<C> {
    /// A tree that asks nothing.
    pub(crate) fn leaf(cost: C, counts: Vec<u32>) -> Self {
        Tree { nodes: vec![Node { question: None, cost, counts }] }
    }

    /// A tree that asks a feature before what `leaf`, its root alone, would say.
    pub(crate) fn split(leaf: Tree<C>, feature: usize, no: Tree<C>, yes: Tree<C>) -> Self {
        let mut nodes = leaf.nodes;
        nodes[0].question = Some(Question { feature, no: 1, yes: 1 + no.nodes.len() });
        for side in [no, yes] {
            let first = nodes.len();
            nodes.extend(side.nodes.into_iter().map(|node| node.moved(first)));
        }
        Tree { nodes }
    }

    /// How many questions there are.
    pub fn splits(&self) -> usize {
        self.nodes.len() / 2
    }

    /// What the leaves cost together, with a price for each split.
    pub fn cost(&self, per_split: C) -> C {
        let of = |node: &Node<C>| if node.question.is_some() { per_split } else { node.cost };
        self.nodes.iter().map(of).sum()
    }
}

impl<C> Node<C> {
    /// The same node in a longer list, where its tree begins at `first`.
    fn moved(mut self, first: usize) -> Self {
        if let Some(question) = &mut self.question {
            question.no += first;
            question.yes += first;
        }
        self
    }
}
