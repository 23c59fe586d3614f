//! A tree as it is drawn: a leaf, or a question with a tree on either side.

/// A decision tree that belongs to no solver. Its leaves say a class, unless they say something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree<Label = u32> {
    Leaf { label: Label },
    Split { feature: usize, no: Box<Tree<Label>>, yes: Box<Tree<Label>> },
}

impl<Label> Tree<Label> {
    pub fn leaf(label: Label) -> Self {
        Tree::Leaf { label }
    }

    pub fn split(feature: usize, no: Self, yes: Self) -> Self {
        Tree::Split { feature, no: Box::new(no), yes: Box::new(yes) }
    }

    /// The most splits on any path.
    pub fn depth(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 0,
            Tree::Split { no, yes, .. } => 1 + no.depth().max(yes.depth()),
        }
    }

    pub fn splits(&self) -> usize {
        match self {
            Tree::Leaf { .. } => 0,
            Tree::Split { no, yes, .. } => 1 + no.splits() + yes.splits(),
        }
    }

    pub fn leaves(&self) -> usize {
        self.splits() + 1
    }

    /// What the leaves say, the no-side's before the yes-side's.
    pub fn labels(&self) -> Vec<&Label> {
        match self {
            Tree::Leaf { label } => vec![label],
            Tree::Split { no, yes, .. } => [no.labels(), yes.labels()].concat(),
        }
    }

    /// The question of every node, a node's own before those of its sides.
    pub fn features(&self) -> Vec<usize> {
        match self {
            Tree::Leaf { .. } => vec![],
            Tree::Split { feature, no, yes } => [vec![*feature], no.features(), yes.features()].concat(),
        }
    }

    /// What this tree says of a row.
    pub fn predict(&self, row: &[bool]) -> Label
    where
        Label: Clone,
    {
        match self {
            Tree::Leaf { label } => label.clone(),
            Tree::Split { feature, no, yes } => if row[*feature] { yes } else { no }.predict(row),
        }
    }

    /// What the leaf says that a row comes to, to be changed.
    pub fn label_mut(&mut self, row: &[bool]) -> &mut Label {
        match self {
            Tree::Leaf { label } => label,
            Tree::Split { feature, no, yes } => if row[*feature] { yes } else { no }.label_mut(row),
        }
    }

    /// The same questions, with leaves that say something else.
    pub fn map<Other>(&self, relabelled: &impl Fn(&Label) -> Other) -> Tree<Other> {
        match self {
            Tree::Leaf { label } => Tree::leaf(relabelled(label)),
            Tree::Split { feature, no, yes } => Tree::split(*feature, no.map(relabelled), yes.map(relabelled)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_leaves() -> Tree {
        Tree::split(1, Tree::leaf(0), Tree::split(0, Tree::leaf(1), Tree::leaf(2)))
    }

    #[test]
    fn a_row_goes_where_its_answers_lead() {
        let mut tree = three_leaves();
        let rows = [[false, false], [true, false], [false, true], [true, true]];
        assert_eq!(rows.map(|row| tree.predict(&row)), [0, 0, 1, 2]);
        assert_eq!(rows.map(|row| *tree.label_mut(&row)), [0, 0, 1, 2]);
    }

    #[test]
    fn a_tree_is_measured_and_listed() {
        let tree = three_leaves();
        assert_eq!((tree.depth(), tree.splits(), tree.leaves()), (2, 2, 3));
        assert_eq!((tree.features(), tree.labels()), (vec![1, 0], vec![&0, &1, &2]));
        assert_eq!(Tree::split(2, three_leaves(), Tree::split(4, Tree::leaf(0), tree)).features(), [2, 1, 0, 4, 1, 0]);
    }

    #[test]
    fn leaves_may_say_anything() {
        let words = three_leaves().map(&|label| ["none", "one", "two"][*label as usize]);
        assert_eq!(words.features(), [1, 0]);
        assert_eq!(words.predict(&[true, true]), "two");
    }
}
