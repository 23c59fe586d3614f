//! A tree as it is drawn: a leaf, or a question with a tree on either side.

/// A decision tree that belongs to no solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    Leaf { label: u32 },
    Split { feature: usize, no: Box<Tree>, yes: Box<Tree> },
}

impl Tree {
    pub fn leaf(label: u32) -> Tree {
        Tree::Leaf { label }
    }

    pub fn split(feature: usize, no: Tree, yes: Tree) -> Tree {
        Tree::Split { feature, no: Box::new(no), yes: Box::new(yes) }
    }

    /// The most splits on any path.
    pub fn depth(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 0,
            Tree::Split { no, yes, .. } => 1 + no.depth().max(yes.depth()),
        }
    }

    pub fn leaves(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 1,
            Tree::Split { no, yes, .. } => no.leaves() + yes.leaves(),
        }
    }

    /// The class that this tree gives to a row.
    pub fn predict(&self, row: &[bool]) -> u32 {
        match self {
            Tree::Leaf { label } => *label,
            Tree::Split { feature, no, yes } => if row[*feature] { yes } else { no }.predict(row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_goes_where_its_answers_lead() {
        let tree = Tree::split(1, Tree::leaf(0), Tree::split(0, Tree::leaf(1), Tree::leaf(2)));
        let rows = [[false, false], [true, false], [false, true], [true, true]];
        assert_eq!(rows.map(|row| tree.predict(&row)), [0, 0, 1, 2]);
        assert_eq!((tree.depth(), tree.leaves()), (2, 3));
    }
}
