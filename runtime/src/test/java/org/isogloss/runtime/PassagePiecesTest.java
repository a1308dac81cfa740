package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.SmallTransformer;
import org.isogloss.text.Pieces;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassagePiecesTest {
  @TempDir Path scratch;
  private Tokenizer tokenizer;

  @BeforeEach
  void readTokenizer() {
    try (ModelFolder model = ModelFolder.open(SmallTransformer.XLMR_CLASSIFIER.copyInto(scratch))) {
      tokenizer = model.tokenizer();
    }
  }

  @Test
  void aTextIsCutOnce() {
    PassagePieces pieces = new PassagePieces(tokenizer, 1000);
    Pieces first = pieces.of("the largest city");
    assertThat(first.ids()).containsExactly(tokenizer.ids("the largest city"));
    assertThat(pieces.of(new String("the largest city"))).isSameAs(first);
    assertThat(pieces.held()).isEqualTo(first.size());
  }

  @Test
  void whatWasNotAskedForLongestIsForgotten() {
    String[] texts = {"How many points?", "the largest city", "in Poland"};
    long two = (long) tokenizer.ids(texts[0]).length + tokenizer.ids(texts[2]).length;
    PassagePieces pieces = new PassagePieces(tokenizer, two);
    Pieces first = pieces.of(texts[0]);
    Pieces third = pieces.of(texts[2]);
    assertThat(pieces.held()).isEqualTo(two);
    assertThat(pieces.of(texts[0])).isSameAs(first);
    pieces.of("a");
    assertThat(pieces.of(texts[0])).isSameAs(first);
    assertThat(pieces.of(texts[2])).isNotSameAs(third);
    assertThat(pieces.held()).isLessThanOrEqualTo(two);
  }

  @Test
  void whatIsLongerThanAllThatIsRememberedIsCutEveryTime() {
    PassagePieces pieces = new PassagePieces(tokenizer, 2);
    assertThat(pieces.of("How many points did the Panthers lose?").size()).isGreaterThan(2);
    assertThat(pieces.held()).isZero();
  }
}
