//! TEMP experiment
use crate::rows::Block;

#[derive(Default, Clone)]
pub(crate) struct Entry {
    cover: Vec<u64>,
    yes: Vec<u32>,
    no: Vec<u32>,
    most: u32,
    pub floor: u32,
}

#[derive(Default)]
pub(crate) struct Archive {
    entries: Vec<Entry>,
    next: usize,
}

pub(crate) fn cover_of(block: &Block, words: usize) -> Vec<u64> {
    let mut cover = vec![0u64; words];
    for id in block.row_ids() {
        cover[id / 64] |= 1 << (id % 64);
    }
    cover
}

impl Archive {
    pub fn keep(&mut self, block: &Block, cover: Vec<u64>, features: usize, yes: &[u32], no: &[u32], floor: u32) {
        let size: usize = std::env::var("ARCHIVE").ok().and_then(|x| x.parse().ok()).unwrap_or(64);
        if size == 0 { return; }
        let mut entry = Entry { cover, yes: vec![0; features], no: vec![0; features], most: 0, floor };
        for (at, &id) in block.features().iter().enumerate() {
            entry.yes[id as usize] = yes[at];
            entry.no[id as usize] = no[at];
            entry.most = entry.most.max(yes[at] + no[at]);
        }
        if self.entries.len() < size { self.entries.push(entry); } else { self.entries[self.next] = entry; self.next = (self.next + 1) % size; }
    }

    pub fn whole_floor(&self, cover: &[u64]) -> u32 {
        self.entries.iter().map(|e| {
            let missing: u32 = e.cover.iter().zip(cover).map(|(a, b)| (a & !b).count_ones()).sum();
            e.floor.saturating_sub(missing)
        }).max().unwrap_or(0)
    }

    pub fn raise(&self, root: &Block, block: &Block, cover: &[u64], allowed: u32, mut tell: impl FnMut(usize, u32, u32)) {
        for e in &self.entries {
            let missing: u32 = e.cover.iter().zip(cover).map(|(a, b)| (a & !b).count_ones()).sum();
            if e.most.saturating_sub(missing) <= allowed { continue; }
            let mut counts = vec![0u32; e.yes.len()];
            for (w, (a, b)) in e.cover.iter().zip(cover).enumerate() {
                let mut rest = a & !b;
                while rest != 0 {
                    let id = 64 * w + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    for (f, &fid) in root.features().iter().enumerate() {
                        counts[fid as usize] += u32::from(root.planes().answer(id, f));
                    }
                }
            }
            for (at, &id) in block.features().iter().enumerate() {
                let id = id as usize;
                tell(at, e.yes[id].saturating_sub(counts[id]), e.no[id].saturating_sub(missing - counts[id]));
            }
        }
    }
}
