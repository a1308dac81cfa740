// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class GraphemeBoundariesTest {
  @Property(tries = 300)
  void shortTextsHaveTheBoundariesOfUnicode(
      @ForAll @CharRange(to = '\uD7FF') @StringLength(min = 1, max = 40) String text) {
    assertBoundariesOfUnicode(text);
  }

  @Property(tries = 300)
  void koreanHasTheBoundariesOfUnicode(
      @ForAll
          @CharRange(from = '\uAC00', to = '\uD7A3')
          @CharRange(from = '\u1100', to = '\u11FF')
          @StringLength(min = 1, max = 12)
          String text) {
    assertBoundariesOfUnicode(text);
  }

  @Test
  void anyTwoCharactersHaveTheBoundariesOfUnicode() {
    String kinds = "a\n\r\u0301\u200D\u0903\u0600\u1100\u1161\u11A8\uAC00\uAC01\u0915\u094D\u3042";
    for (int i = 0; i < kinds.length(); i++) {
      for (int j = 0; j < kinds.length(); j++) {
        assertBoundariesOfUnicode("x" + kinds.charAt(i) + kinds.charAt(j) + "x");
      }
    }
  }

  private static void assertBoundariesOfUnicode(String text) {
    BreakIterator expected = BreakIterator.getCharacterInstance(ULocale.ROOT);
    expected.setText(text);
    var boundaries = new GraphemeBoundaries(text);
    for (int i = 0; i <= text.length(); i++) {
      assertThat(boundaries.atOrBefore(i) == i)
          .as(i + " in " + text)
          .isEqualTo(expected.isBoundary(i));
    }
  }
}
