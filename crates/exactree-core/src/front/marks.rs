//! What trees make of a cover when all leads count: errors and leads, and which of them are of use.

use std::ops::RangeInclusive;

/// What a tree makes of a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    pub lead: i64,
    pub errors: u32,
}

/// Which trees are of use: those with few errors and with leads in a window.
#[derive(Clone, Debug)]
pub(super) struct Use {
    pub limit: u32,
    pub leads: RangeInclusive<i64>,
}

impl Use {
    pub fn allows(&self, mark: Mark) -> bool {
        mark.errors <= self.limit && self.leads.contains(&mark.lead)
    }

    /// Whether whatever is of that use is also of this.
    pub fn covers(&self, other: &Use) -> bool {
        other.limit <= self.limit && self.leads.start() <= other.leads.start() && other.leads.end() <= self.leads.end()
    }
}

/// All marks of a cover that are of some use, one a lead; in order.
#[derive(Debug)]
pub(super) struct Marks {
    pub list: Vec<Mark>,
    pub of_use: Use,
}

/// Keeps one mark a lead, in order.
pub(super) fn keep_fewest_errors(list: &mut Vec<Mark>) {
    list.sort_unstable();
    list.dedup_by_key(|mark| mark.lead);
}

/// The marks of one side, in two orders: of whichever leaves fewer, those are tried that fit one of the other side.
pub(super) struct Partners<'a> {
    by_lead: &'a [Mark],
    by_errors: Vec<Mark>,
}

impl<'a> Partners<'a> {
    pub fn with(other: &'a Marks) -> Self {
        let mut by_errors = other.list.clone();
        by_errors.sort_unstable_by_key(|mark| mark.errors);
        Partners { by_lead: &other.list, by_errors }
    }

    /// Those that are of use together with a mark of the first side.
    pub fn of_use_with(&self, mark: Mark, of_use: &Use) -> impl Iterator<Item = Mark> {
        let leads = of_use.leads.start() - mark.lead..=of_use.leads.end() - mark.lead;
        let limit = of_use.limit.checked_sub(mark.errors);
        let first = self.by_lead.partition_point(|mark| mark.lead < *leads.start());
        let last = self.by_lead.partition_point(|mark| mark.lead <= *leads.end());
        let fair = &self.by_lead[first..last.max(first)];
        let few = limit.map_or(0, |limit| self.by_errors.partition_point(|mark| mark.errors <= limit));
        let candidates = if few < fair.len() { &self.by_errors[..few] } else { fair };
        let left = Use { limit: limit.unwrap_or(0), leads };
        candidates.iter().copied().filter(move |&mark| few > 0 && left.allows(mark))
    }
}
