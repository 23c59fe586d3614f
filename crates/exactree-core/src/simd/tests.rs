//! The same laws for every machine: lane by lane, it does what plain numbers do.

use super::*;

/// A few thousand arbitrary words, the same every time.
fn words(seed: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(seed), |x| Some(x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407)))
        .skip(1)
        .map(|x| x ^ (x >> 29))
}

fn eight(source: &mut impl Iterator<Item = u64>) -> [u64; 8] {
    std::array::from_fn(|_| source.next().expect("endless"))
}

struct MachineObeysTheLaws;

impl Job for MachineObeysTheLaws {
    type Output = ();
    fn run<M: Machine>(self, machine: M) {
        counters::<M, M::Narrow>(machine, 8);
        counters::<M, M::Short>(machine, 16);
        counters::<M, M::Wide>(machine, 32);
        reals(machine);
        rows_of_words(machine);
        names(machine);
        common_rows(machine);
    }
}

fn reals<M: Machine>(machine: M) {
    let mut source = words(5);
    for _ in 0..100 {
        let [one, other] = [(); 2].map(|()| eight(&mut source).map(|word| (word % 9) as f64 - 4.0));
        let expected: [f64; 8] = std::array::from_fn(|lane| one[lane].max(other[lane]));
        assert_eq!(machine.most(one, other), expected, "the greater of {one:?} and {other:?}");
        assert_eq!(machine.most([f64::NEG_INFINITY; 8], other), other);
        assert_eq!(machine.plus(one, other), std::array::from_fn(|lane| one[lane] + other[lane]));
        let mask = source.next().expect("endless") as u8;
        let expected = std::array::from_fn(|lane| if mask >> lane & 1 == 1 { 0.25 } else { 0.0 });
        assert_eq!(machine.spread(mask, 0.25), expected, "mask {mask:08b}");
        assert_eq!(machine.plus_where(one, mask, 0.25), machine.plus(one, expected), "mask {mask:08b}");
    }
}

fn counters<M: Machine, V: Counters<M>>(machine: M, bits: u32) {
    let wrapped = |value: i64| value << (64 - bits) >> (64 - bits);
    let mut source = words(7);
    for round in 0..500 {
        // Small numbers in every other round, so that ties and sums without overflow occur.
        let mut make = || -> Vec<i64> {
            let next = |word: u64| if round % 2 == 0 { wrapped(word as i64) } else { word as i64 % 4 };
            (0..V::WIDTH).map(|_| next(source.next().expect("endless"))).collect()
        };
        let (a, b, c) = (make(), make(), make());
        let [x, y, z] = [&a, &b, &c].map(|lanes| {
            let lanes: Vec<V::Lane> = lanes.iter().map(|&lane| V::Lane::exactly(lane as i32)).collect();
            V::load(machine, &lanes, 0)
        });
        type Law<'a> = dyn Fn(i64, i64, i64) -> i64 + 'a;
        let laws: [(&str, V, &Law); 6] = [
            ("add", x.add(y), &|a, b, _| wrapped(a + b)),
            ("sub", x.sub(y), &|a, b, _| wrapped(a - b)),
            ("min", x.min(y), &|a, b, _| a.min(b)),
            ("max", x.max(y), &|a, b, _| a.max(b)),
            ("where_at_least", x.where_at_least(y, z), &|a, b, c| if b < c { 0 } else { a }),
            ("splat", V::splat(machine, V::Lane::exactly(a[0] as i32)), &|_, _, _| a[0]),
        ];
        for (name, got, law) in laws {
            let mut lanes = vec![V::Lane::default(); V::WIDTH];
            got.store(&mut lanes, 0);
            for place in 0..V::WIDTH {
                let (a, b, c) = (a[place], b[place], c[place]);
                assert_eq!(i64::from(lanes[place].to_i32()), law(a, b, c), "{name} of {a}, {b}, {c}");
            }
        }
    }
    let bytes: Vec<i8> = words(3).map(|word| word as i8).take(M::Bits::WIDTH).collect();
    let shorts: Vec<i16> = bytes.iter().map(|&byte| i16::from(byte) * 200).collect();
    let lanes = |vector: V| -> Vec<i32> {
        let mut lanes = vec![V::Lane::default(); V::WIDTH];
        vector.store(&mut lanes, 0);
        lanes.into_iter().map(Counter::to_i32).collect()
    };
    for part in 0..M::Bits::WIDTH / V::WIDTH {
        let share = &bytes[part * V::WIDTH..][..V::WIDTH];
        let expected: Vec<i32> = share.iter().map(|&byte| byte.into()).collect();
        // SAFETY: both arrays have as many places as are read.
        let (whole, loaded) =
            unsafe { (M::Bits::load_from(machine, bytes.as_ptr().cast()), V::load_narrower(machine, share.as_ptr())) };
        assert_eq!(lanes(V::of_bytes(whole, part)), expected);
        assert_eq!(lanes(loaded), expected);
        if bits >= 16 {
            let share = &shorts[part * V::WIDTH..][..V::WIDTH];
            // SAFETY: as above.
            let loaded = unsafe { V::load_narrower(machine, share.as_ptr()) };
            assert_eq!(lanes(loaded), share.iter().map(|&short| short.into()).collect::<Vec<i32>>());
        }
    }
}

fn rows_of_words<M: Machine>(machine: M) {
    let mut source = words(1);
    for round in 0..500_u32 {
        let (rows, mask) = (eight(&mut source), source.next().expect("endless") as u8);
        let bit = round % 64;
        let expected = (0..8).filter(|&row| rows[row] >> bit & 1 == 1).fold(0, |mask, row| mask | 1 << row);
        assert_eq!(machine.bit_of_each(&rows, bit), expected);

        let kept: Vec<u64> = (0..8).filter(|row| mask >> row & 1 == 1).map(|row| rows[row]).collect();
        let mut to = [0; 8];
        machine.keep(&rows, mask, &mut to);
        assert_eq!(to[..kept.len()], kept);

        let line = machine.transpose(&rows);
        for (feature, &byte) in line.iter().enumerate() {
            for (row, word) in rows.iter().enumerate() {
                assert_eq!(byte >> row & 1, (word >> feature & 1) as u8, "row {row}, feature {feature}");
            }
        }

        let (word, mask) = (rows[0], rows[1]);
        let expected = (0..64).filter(|bit| mask >> bit & 1 == 1).enumerate();
        let expected = expected.fold(0, |sum, (place, bit)| sum | (word >> bit & 1) << place);
        assert_eq!(machine.compress(word, mask), expected);
    }
}

fn names<M: Machine>(machine: M) {
    let mut source = words(5);
    let rows: Vec<[u64; 8]> = (0..3).map(|_| eight(&mut source)).collect();
    let keys: Vec<[u64; 8]> = (0..3).map(|_| eight(&mut source)).collect();
    let lines: Vec<Line> = rows.iter().map(portable::transpose).collect();
    let mut got = [7; 64];
    machine.fold_names(&lines, &keys, &mut got);
    for (feature, &name) in got.iter().enumerate() {
        let mut expected = 7;
        for (rows, keys) in rows.iter().zip(&keys) {
            for (row, key) in rows.iter().zip(keys) {
                expected ^= if row >> feature & 1 == 1 { *key } else { 0 };
            }
        }
        assert_eq!(name, expected, "feature {feature}");
    }
}

fn common_rows<M: Machine>(machine: M) {
    let stride = 3 * M::Bits::WIDTH;
    let lines: Vec<u8> = words(11).map(|word| word as u8).take(LINES_PER_BYTE * stride).collect();
    let (first, turn) = (3, 5);
    let count = |place: usize, other: usize| -> i32 {
        lines.chunks(stride).map(|line| (line[place] & line[other]).count_ones() as i32).sum()
    };
    let zeros = [M::Bits::zero(machine); 4];
    let more = count_common(&lines, stride, first, turn, machine, zeros, Plus);
    let less = count_common(&lines, stride, first, turn, machine, zeros, Minus);
    for turned in 0..4 {
        for part in 0..M::Bits::WIDTH / M::Wide::WIDTH {
            let [up, down] = [more[turned], less[turned]].map(|sums| {
                let mut lanes = vec![0; M::Wide::WIDTH];
                M::Wide::of_bytes(sums, part).store(&mut lanes, 0);
                lanes
            });
            for lane in 0..M::Wide::WIDTH {
                let place = part * M::Wide::WIDTH + lane;
                let expected = count(first + place, first + place + turn + turned);
                assert_eq!((up[lane], down[lane]), (expected, -expected));
            }
        }
    }
}

#[test]
fn every_machine_computes_what_plain_numbers_do() {
    for level in Level::available() {
        run(level, MachineObeysTheLaws);
    }
}

#[test]
fn a_buffer_starts_a_cache_line_and_keeps_what_was_written() {
    let mut buffer = Buffer::default();
    buffer.make::<i16>(100)[99] = 7;
    assert_eq!((buffer.make::<i16>(101).as_ptr() as usize % 64, buffer.read::<i16>()[99]), (0, 7));
    assert!(buffer.bytes() >= 202);
}
