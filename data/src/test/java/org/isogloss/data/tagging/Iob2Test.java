// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Iob2Test {
  private static List<String> tags(String text) {
    return Arrays.asList(text.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({
    "IOB2, B-A I-A B-A O B-B, B-A I-A B-A O B-B",
    "IOB1, I-A I-A B-A O I-B, B-A I-A B-A O B-B",
    "IO, I-A I-A I-B O I-A, B-A I-A B-B O B-A",
    "another type, B-A I-B I-B, B-A B-B I-B",
  })
  void convertsEveryScheme(String scheme, String tags, String expected) {
    assertThat(Iob2.normalize(tags(tags))).as(scheme).isEqualTo(tags(expected));
    assertThat(Iob2.normalize(tags(expected))).isEqualTo(tags(expected));
  }

  @Test
  void rejectsOtherTags() {
    for (String tag : List.of("", "B", "B-", "E-A", "b-A", "B-A B")) {
      assertThat(Iob2.isTag(tag)).as(tag).isFalse();
      assertThatThrownBy(() -> Iob2.normalize(List.of(tag)))
          .hasMessage("the tag is \"" + tag + "\", expected O, B-TYPE or I-TYPE");
    }
  }
}
