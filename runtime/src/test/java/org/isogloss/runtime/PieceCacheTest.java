package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.SmallTransformer;
import org.isogloss.text.Pieces;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PieceCacheTest {
  @TempDir Path scratch;

  @Test
  void textsThatWereNotAskedForTheLongestAreForgotten() {
    Tokenizer tokenizer;
    try (ModelFolder model = ModelFolder.open(SmallTransformer.BERT_ENCODER.copyInto(scratch))) {
      tokenizer = model.tokenizer();
    }
    int two = tokenizer.ids("the city").length + tokenizer.ids("the largest").length;
    PieceCache cache = new PieceCache(tokenizer, two);
    Pieces city = cache.pieces("the city");
    assertThat(city.ids()).containsExactly(tokenizer.ids("the city"));
    Pieces largest = cache.pieces("the largest");
    assertThat(cache.pieces("the city")).isSameAs(city);
    cache.pieces("the");
    assertThat(cache.pieces("the city")).as("asked for after the largest").isSameAs(city);
    assertThat(cache.pieces("the largest")).isNotSameAs(largest);
    cache.pieces("the city ".repeat(100));
    assertThat(cache.size()).as("one that is too long is not kept, nor any other").isZero();
  }
}
