package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingSequencesTest {
  private final PendingSequences pending = new PendingSequences(100);

  private static BatchCall call(int... lengths) {
    return new BatchCall(
        IntStream.of(lengths)
            .mapToObj(length -> new TokenSequence(new int[length], new int[length]))
            .toList());
  }

  private static List<Integer> lengths(List<PendingSequences.Item> batch) {
    return batch.stream().map(item -> item.sequence().length()).toList();
  }

  @Test
  void aBatchIsOfOneLengthAndOfMoreThanOneCall() {
    pending.add(call(7, 5, 7));
    pending.add(call(7, 3));
    assertThat(lengths(pending.next(1))).containsExactly(7, 7, 7);
  }

  @Test
  void aBatchHasNoMoreTokensThanAllowed() {
    pending.add(call(IntStream.generate(() -> 30).limit(8).toArray()));
    assertThat(lengths(pending.next(1))).containsExactly(30, 30, 30);
  }

  @Test
  void threadsThatAreIdleShareWhatWaits() {
    pending.add(call(IntStream.generate(() -> 12).limit(8).toArray()));
    assertThat(lengths(pending.next(2))).hasSize(4);
    assertThat(lengths(pending.next(1))).hasSize(4);
    pending.add(call(12, 12, 12));
    assertThat(lengths(pending.next(2))).as("a small batch is not made smaller").hasSize(2);
  }

  @Test
  void aSequenceThatIsTooLongForABatchRunsAlone() {
    pending.add(call(512, 512));
    assertThat(lengths(pending.next(1))).containsExactly(512);
    assertThat(lengths(pending.next(1))).containsExactly(512);
    assertThat(pending.isEmpty()).isTrue();
  }

  @Test
  void oneTextDoesNotWaitForThousandsOfAnother() {
    pending.add(call(IntStream.generate(() -> 50).limit(2000).toArray()));
    pending.next(1);
    pending.add(call(9));
    List<PendingSequences.Item> first = pending.next(1);
    List<PendingSequences.Item> second = pending.next(1);
    assertThat(List.of(lengths(first).getFirst(), lengths(second).getFirst())).contains(9);
  }

  @Test
  void everythingLeavesOnce() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<BatchCall> calls = new ArrayList<>();
    List<String> left = new ArrayList<>();
    int expected = 0;
    while (expected < 5000 || !pending.isEmpty()) {
      if (expected < 5000 && random.nextInt(3) > 0) {
        int[] lengths = random.ints(1 + random.nextInt(40), 2, 60).toArray();
        expected += lengths.length;
        BatchCall call = call(lengths);
        calls.add(call);
        pending.add(call);
      }
      if (!pending.isEmpty()) {
        List<PendingSequences.Item> batch = pending.next(1);
        assertThat(lengths(batch).stream().distinct()).as("seed %d", seed).hasSize(1);
        batch.forEach(item -> left.add(calls.indexOf(item.call()) + "/" + item.index()));
      }
    }
    assertThat(left).as("seed %d", seed).hasSize(expected).doesNotHaveDuplicates();
  }
}
