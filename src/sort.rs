//! Sorting in little code: the sorts of the standard library are several kB for each type that is sorted.

/// Sorts in place, in n·log n steps. Equal items may change places.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::lt);
}

/// The same, by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one) < key(other));
}

/// Heapsort; `before` says whether the one comes before the other.
fn sort_by<T>(items: &mut [T], before: impl Fn(&T, &T) -> bool) {
    let count = items.len();
    for root in (0..count / 2).rev() {
        sift(items, root, &before);
    }
    for last in (1..count).rev() {
        items.swap(0, last);
        if let Some(heap) = items.get_mut(..last) {
            sift(heap, 0, &before);
        }
    }
}

/// Lets the item at `root` sink until none below it comes behind it.
fn sift<T>(heap: &mut [T], mut root: usize, before: &impl Fn(&T, &T) -> bool) {
    let less = |heap: &[T], one, other| matches!((heap.get(one), heap.get(other)), (Some(a), Some(b)) if before(a, b));
    loop {
        let left = 2 * root + 1;
        let child = if less(heap, left, left + 1) { left + 1 } else { left };
        if !less(heap, root, child) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::{sort, sort_by_key};

    #[test]
    fn any_order_is_sorted() {
        let mut seed = 1u32;
        for count in 0..200u32 {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 16) % (count / 2 + 1)
            };
            let numbers: Vec<u32> = (0..count).map(|_| next()).collect();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            let mut sorted = numbers.clone();
            sort(&mut sorted);
            assert_eq!(sorted, expected);
            sort_by_key(&mut sorted, |number| std::cmp::Reverse(*number));
            expected.reverse();
            assert_eq!(sorted, expected);
        }
    }
}
