// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.Encoding;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.junit.jupiter.api.Test;

class PairWindowsTest {
  private static final SpecialTokens SPECIAL =
      new SpecialTokens(new int[] {1}, new int[] {2}, new int[] {2}, 1, 3, 0);

  /** A text of which each character is a token. */
  private static TokenizedText text(int firstId, int tokens) {
    return new TokenizedText(
        IntStream.range(firstId, firstId + tokens).toArray(),
        IntStream.range(0, tokens).toArray(),
        IntStream.rangeClosed(1, tokens).toArray());
  }

  private static List<List<Integer>> ids(List<Encoding> encodings) {
    return encodings.stream()
        .map(encoding -> Arrays.stream(encoding.ids()).boxed().toList())
        .toList();
  }

  @Test
  void windowsOfTheSecondTextFollowTheWholeFirst() {
    PairWindows windows = new PairWindows(SPECIAL, text(10, 2), 4, 9);
    assertThat(ids(windows.of(text(20, 7), 2)))
        .containsExactly(
            List.of(1, 10, 11, 2, 20, 21, 22, 23, 2),
            List.of(1, 10, 11, 2, 22, 23, 24, 25, 2),
            List.of(1, 10, 11, 2, 23, 24, 25, 26, 2));
    assertThat(windows.of(text(20, 7), 2).getLast().starts())
        .as("offsets in the whole text")
        .containsExactly(0, 0, 1, 0, 3, 4, 5, 6, 0);
  }

  @Test
  void firstTextIsTruncated() {
    assertThat(ids(new PairWindows(SPECIAL, text(10, 5), 3, 9).of(text(20, 1))))
        .containsExactly(List.of(1, 10, 11, 12, 2, 20, 2));
    assertThat(ids(PairWindows.ofHalves(SPECIAL, text(10, 9), 9).of(text(20, 3))))
        .containsExactly(List.of(1, 10, 11, 12, 2, 20, 21, 22, 2));
  }

  @Test
  void leavesHalfOfTheRoomToTheSecondText() {
    assertThat(ids(new PairWindows(SPECIAL, text(10, 5), 5, 8).of(text(20, 3))))
        .containsExactly(List.of(1, 10, 11, 2, 20, 21, 22, 2));
    assertThatThrownBy(() -> new PairWindows(SPECIAL, text(10, 5), 5, 3))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("3 tokens leaves no room");
  }

  @Test
  void emptySecondTextIsOneWindow() {
    assertThat(ids(new PairWindows(SPECIAL, text(10, 1), 4, 9).of(text(20, 0))))
        .containsExactly(List.of(1, 10, 2, 2));
  }
}
