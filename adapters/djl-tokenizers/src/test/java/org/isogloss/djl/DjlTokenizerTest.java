// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleModel;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.contract.TokenizerContractTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DjlTokenizerTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          "Where does the cat sleep?",
          "Welche Mannschaft gewann das Spiel 2015?",
          "Où est passé le \uD83D\uDE00 été ?",
          "他来自北京 and 東京",
          "القطة تنام على السطح الدافئ.",
          "half a pair: \ud83d and \udc69!",
          "a long text. ".repeat(2_000));

  @TempDir Path folder;

  /** The vocabularies of the other samples are too small for the contract. */
  @Nested
  class OfWordPieces extends TokenizerContractTest {
    private Optional<Tokenizer> opened = Optional.empty();

    @Override
    protected synchronized Tokenizer tokenizer() {
      if (opened.isEmpty()) {
        Path copy = new SampleModel("random-sparse/splade-bert").copyInto(folder);
        opened = Optional.of(new DjlTokenizerProvider().open(copy.resolve("tokenizer.json")));
      }
      return opened.get();
    }
  }

  private static List<String> texts(SampleModel sample) {
    List<String> texts = new ArrayList<>(TEXTS);
    sample.golden().get("texts").forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Of each kind of tokenizer: WordPiece, Unigram, BPE of bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"splade-bert", "splade-xlm-roberta", "splade-modernbert"})
  void agreesWithTheTokenizersOfIsogloss(String name) {
    SampleModel sample = new SampleModel("random-sparse/" + name);
    Path copy = sample.copyInto(folder);
    Tokenizer library = new DjlTokenizerProvider().open(copy.resolve("tokenizer.json"));
    try (ModelFolder model = ModelFolder.open(copy)) {
      Tokenizer own = model.tokenizer();
      assertThat(library.vocabularySize()).isEqualTo(own.vocabularySize());
      for (int id = 0; id < own.vocabularySize(); id++) {
        assertThat(library.token(id)).isEqualTo(own.token(id));
        assertThat(library.id(library.token(id))).hasValue(id);
      }
      assertThat(library.specialTokens().prefix()).isEqualTo(own.specialTokens().prefix());
      assertThat(library.specialTokens().suffix()).isEqualTo(own.specialTokens().suffix());
      for (String text : texts(sample)) {
        assertThat(library.ids(text)).as(text).isEqualTo(own.ids(text));
        Encoding expected = own.encode(text, 12);
        Encoding found = library.encode(text, 12);
        assertThat(found.ids()).as(text).isEqualTo(expected.ids());
        assertThat(found.starts()).as(text).isEqualTo(expected.starts());
        assertThat(found.ends()).as(text).isEqualTo(expected.ends());
        Encoding pair = own.encode(text, "the second text", 16);
        assertThat(library.encode(text, "the second text", 16).ids()).isEqualTo(pair.ids());
        assertThat(library.encode(text, "the second text", 16).typeIds()).isEqualTo(pair.typeIds());
      }
    }
  }

  /** A model of whole words, which Isogloss does not read itself. */
  @Test
  void readsWhatIsoglossRejects() throws IOException {
    Path copy = new SampleModel("random-sparse/splade-bert").copyInto(folder);
    Path file = copy.resolve("tokenizer.json");
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode json = (ObjectNode) mapper.readTree(file.toFile());
    ObjectNode words = mapper.createObjectNode().put("type", "WordLevel").put("unk_token", "[UNK]");
    words.set("vocab", json.get("model").get("vocab"));
    json.set("model", words);
    mapper.writeValue(file.toFile(), json);
    try (ModelFolder model = ModelFolder.open(copy)) {
      Tokenizer tokenizer = model.tokenizer();
      assertThat(tokenizer).isInstanceOf(DjlTokenizer.class);
      int unknown = tokenizer.id("[UNK]").orElseThrow();
      assertThat(tokenizer.ids("zzzzqq a")).startsWith(unknown).hasSize(2);
      assertThat(tokenizer.encode("a", 8).ids()).hasSize(3);
    }
  }

  @Test
  void neitherReportsItsUseNorDownloadsNativeCode() {
    new DjlTokenizerProvider();
    assertThat(System.getProperty("OPT_OUT_TRACKING")).isEqualTo("true");
    assertThat(System.getProperty("RUST_FLAVOR")).isEqualTo("cpu");
  }

  @Test
  void rejectsADamagedFile() throws IOException {
    Path file = folder.resolve("tokenizer.json");
    Files.writeString(file, "{\"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 0}}}");
    assertThatThrownBy(() -> new DjlTokenizerProvider().open(file))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("tokenizer.json")
        .hasMessageContaining("cannot be read by Hugging Face's library");
  }
}
