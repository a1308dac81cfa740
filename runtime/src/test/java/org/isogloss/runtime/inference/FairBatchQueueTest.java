// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FairBatchQueueTest {
  private final FairBatchQueue pending = new FairBatchQueue(100);

  private static BatchRequest request(int... lengths) {
    return new BatchRequest(
        IntStream.of(lengths)
            .mapToObj(length -> new TokenSequence(new int[length], new int[length]))
            .toList(),
        (index, output, size) -> new float[0]);
  }

  private static List<Integer> lengths(List<FairBatchQueue.Item> batch) {
    return batch.stream().map(item -> item.sequence().length()).toList();
  }

  @Test
  void batchHasOneLengthAndSeveralRequests() {
    pending.add(request(7, 5, 7));
    pending.add(request(7, 3));
    assertThat(lengths(pending.nextBatch(1))).containsExactly(7, 7, 7);
  }

  @Test
  void batchHasAtMostMaximumTokens() {
    pending.add(request(IntStream.generate(() -> 30).limit(8).toArray()));
    assertThat(lengths(pending.nextBatch(1))).containsExactly(30, 30, 30);
  }

  @Test
  void idleThreadsShareWaitingSequences() {
    pending.add(request(IntStream.generate(() -> 12).limit(8).toArray()));
    assertThat(lengths(pending.nextBatch(2))).hasSize(4);
    assertThat(lengths(pending.nextBatch(1))).hasSize(4);
    pending.add(request(12, 12, 12));
    assertThat(lengths(pending.nextBatch(2))).as("a small batch is not divided").hasSize(2);
  }

  @Test
  void longSequenceRunsAlone() {
    pending.add(request(512, 512));
    assertThat(lengths(pending.nextBatch(1))).containsExactly(512);
    assertThat(lengths(pending.nextBatch(1))).containsExactly(512);
    assertThat(pending.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 50, 70})
  void singleTextDoesNotWaitForLargeRequest(int length) {
    pending.add(request(IntStream.generate(() -> 50).limit(2000).toArray()));
    pending.nextBatch(1);
    BatchRequest single = request(length);
    pending.add(single);
    List<FairBatchQueue.Item> next = new ArrayList<>(pending.nextBatch(1));
    next.addAll(pending.nextBatch(1));
    assertThat(next).extracting(FairBatchQueue.Item::request).contains(single);
  }

  @Test
  void equalLengthsKeepTheOrderOfTheRequest() {
    pending.add(request(60, 60, 60));
    for (int i = 0; i < 3; i++) {
      assertThat(pending.nextBatch(1)).extracting(FairBatchQueue.Item::index).containsExactly(i);
    }
  }

  @Test
  void returnsEverySequenceOnce() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<BatchRequest> calls = new ArrayList<>();
    List<String> returned = new ArrayList<>();
    int expected = 0;
    while (expected < 5000 || !pending.isEmpty()) {
      if (expected < 5000 && random.nextInt(3) > 0) {
        int[] lengths = random.ints(1 + random.nextInt(40), 2, 60).toArray();
        expected += lengths.length;
        BatchRequest request = request(lengths);
        calls.add(request);
        pending.add(request);
      }
      if (!pending.isEmpty()) {
        List<FairBatchQueue.Item> batch = pending.nextBatch(1);
        assertThat(lengths(batch).stream().distinct()).as("seed %d", seed).hasSize(1);
        batch.forEach(item -> returned.add(calls.indexOf(item.request()) + "/" + item.index()));
      }
    }
    assertThat(returned).as("seed %d", seed).hasSize(expected).doesNotHaveDuplicates();
  }
}
