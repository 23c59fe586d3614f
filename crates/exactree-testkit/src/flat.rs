//! Reads a tree from a list of nodes, and says what is wrong with a list that is none.

use std::fmt;

use crate::tree::Tree;

/// One node of a list; the root is number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatNode<Label = u32> {
    Leaf { label: Label },
    Split { feature: usize, no: usize, yes: usize },
}

/// Why a list of nodes is not a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenList {
    Empty,
    OutOfRange { node: usize, child: usize },
    ChildNotAfterParent { node: usize, child: usize },
    ReachedTwice { child: usize },
    NeverReached { node: usize },
}

impl fmt::Display for BrokenList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenList::Empty => write!(out, "a tree has at least one node, this list has none"),
            BrokenList::OutOfRange { node, child } => write!(out, "node {node} leads to {child}, which is not there"),
            BrokenList::ChildNotAfterParent { node, child } => {
                write!(out, "node {node} leads to {child}, which is not after it")
            }
            BrokenList::ReachedTwice { child } => write!(out, "two ways lead to node {child}"),
            BrokenList::NeverReached { node } => write!(out, "no way leads to node {node}"),
        }
    }
}

impl std::error::Error for BrokenList {}

/// The tree that a list of nodes stands for: children after parents, every node reached once.
pub fn unfold<Label: Clone>(nodes: &[FlatNode<Label>]) -> Result<Tree<Label>, BrokenList> {
    if nodes.is_empty() {
        return Err(BrokenList::Empty);
    }
    let mut reached = vec![false; nodes.len()];
    let tree = grow(nodes, 0, &mut reached)?;
    match reached.iter().position(|&seen| !seen) {
        Some(node) => Err(BrokenList::NeverReached { node }),
        None => Ok(tree),
    }
}

fn grow<Label: Clone>(nodes: &[FlatNode<Label>], node: usize, reached: &mut [bool]) -> Result<Tree<Label>, BrokenList> {
    reached[node] = true;
    match &nodes[node] {
        FlatNode::Leaf { label } => Ok(Tree::leaf(label.clone())),
        &FlatNode::Split { feature, no, yes } => {
            let mut side = |child: usize| match reached.get(child) {
                None => Err(BrokenList::OutOfRange { node, child }),
                Some(_) if child <= node => Err(BrokenList::ChildNotAfterParent { node, child }),
                Some(true) => Err(BrokenList::ReachedTwice { child }),
                Some(false) => grow(nodes, child, reached),
            };
            let no = side(no)?;
            let yes = side(yes)?;
            Ok(Tree::split(feature, no, yes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAF: FlatNode = FlatNode::Leaf { label: 7 };

    fn split(no: usize, yes: usize) -> FlatNode {
        FlatNode::Split { feature: 3, no, yes }
    }

    #[test]
    fn a_list_unfolds_into_its_tree() {
        let inner = Tree::split(3, Tree::leaf(7), Tree::leaf(7));
        assert_eq!(unfold(&[split(2, 1), LEAF, split(3, 4), LEAF, LEAF]), Ok(Tree::split(3, inner, Tree::leaf(7))));
    }

    #[test]
    fn a_list_that_is_no_tree_is_named() {
        let broken = [
            (vec![], BrokenList::Empty),
            (vec![split(1, 2), LEAF], BrokenList::OutOfRange { node: 0, child: 2 }),
            (vec![split(1, 0), LEAF], BrokenList::ChildNotAfterParent { node: 0, child: 0 }),
            (vec![split(2, 3), LEAF, split(1, 3), LEAF], BrokenList::ChildNotAfterParent { node: 2, child: 1 }),
            (vec![split(1, 1), LEAF], BrokenList::ReachedTwice { child: 1 }),
            (vec![split(1, 3), LEAF, LEAF, LEAF], BrokenList::NeverReached { node: 2 }),
        ];
        for (nodes, why) in broken {
            assert_eq!(unfold(&nodes), Err(why), "{nodes:?}");
        }
    }
}
