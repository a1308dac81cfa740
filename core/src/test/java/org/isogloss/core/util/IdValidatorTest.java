// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdValidatorTest {
  @Test
  void allowsIdsOfPublishedCollections() {
    for (String id :
        new String[] {
          "d1",
          "4983",
          "MED-10",
          "<dbpedia:Animal_Farm>",
          "1928_in_football_(soccer)",
          "en/0-0#3",
          "http://a.b/c?d=e&f=%20;g",
          "a|b\\c\"d'e",
          "東京駅",
          "Ж",
          "a,b:c*d",
          "my notes.txt",
          "東京　駅",
          "a\u00a0b",
          "x".repeat(1000)
        }) {
      assertThat(IdValidator.findProblem(id)).as(id).isEmpty();
    }
  }

  @Test
  void rejectsIdsThatWouldBreakAFile() {
    assertThat(IdValidator.findProblem(" ").orElseThrow()).startsWith("is empty");
    assertThat(IdValidator.findProblem(" a").orElseThrow())
        .startsWith("\" a\" begins or ends with a blank");
    assertThat(IdValidator.findProblem("a\u3000").orElseThrow()).contains("ends with a blank");
    assertThat(IdValidator.findProblem("a\tb").orElseThrow()).startsWith("\"a b\" contains a tab");
    assertThat(IdValidator.findProblem("a\nb").orElseThrow()).contains("contains a line end");
    assertThat(IdValidator.findProblem("a\u2028b").orElseThrow()).contains("contains a line end");
    assertThat(IdValidator.findProblem("a\u001b[31mb").orElseThrow())
        .contains("the character U+001B")
        .doesNotContain("\u001b");
    assertThat(IdValidator.findProblem("a\ud800").orElseThrow()).contains("the character U+D800");
    assertThat(IdValidator.findProblem("a\0").orElseThrow()).contains("U+0000");
  }

  @Test
  void truncatesALongIdInTheMessage() {
    assertThat(IdValidator.findProblem("x".repeat(10_000)).orElseThrow())
        .startsWith("is 10000 characters long, expected at most 1000")
        .hasSizeLessThan(200);
  }
}
