// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VocabularyTrimmingTest {
  private static final String WORDS = "embeddings.word_embeddings.weight";
  private static final List<ProvenanceSource> NO_SOURCES = List.of();

  @TempDir private Path folder;

  private VocabularyTrimming.TrimmingReport trim(
      Path model, int minCount, Path to, List<String> texts) {
    try (ModelFolder opened = ModelFolder.open(model)) {
      VocabularyTrimming trimming = new VocabularyTrimming(opened);
      texts.forEach(trimming::count);
      return trimming.write(to, new VocabularyTrimming.Counted(minCount), "trimmed", NO_SOURCES);
    }
  }

  private static float[] row(TransformerWeights weights, String tensor, int row) {
    TensorInfo info = weights.tensor(tensor);
    float[] numbers = new float[Math.toIntExact(info.elementCount() / info.size(0))];
    weights.floats(tensor, (long) row * numbers.length, FloatBuffer.wrap(numbers));
    return numbers;
  }

  @ParameterizedTest
  @EnumSource(SampleTransformer.class)
  void coveredTextsKeepTokensAndRows(SampleTransformer sample) throws IOException {
    requireTokensAndRowsKept(sample.copyInto(folder), sample.golden().texts());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"DISTILBERT", "MPNET", "GTE", "NEW", "NOMIC_BERT", "JINA_BERT", "JINA_EMBEDDINGS_3"})
  void coveredTextsKeepTokensAndRows(SampleEncoder sample) throws IOException {
    requireTokensAndRowsKept(sample.copyInto(folder), sample.golden().texts().subList(0, 2));
  }

  private void requireTokensAndRowsKept(Path model, List<String> texts) throws IOException {
    lengthenLastTokens(model);
    Path to = folder.resolve("trimmed");
    VocabularyTrimming.TrimmingReport report = trim(model, 1, to, texts);
    assertThat(report.coveredOccurrences()).isEqualTo(report.occurrences()).isPositive();
    try (ModelFolder before = ModelFolder.open(model);
        ModelFolder after = ModelFolder.open(to);
        TransformerWeights old = TransformerWeights.open(before);
        TransformerWeights trimmed = TransformerWeights.open(after)) {
      assertThat(report.sizeBefore()).isEqualTo(before.vocabularySize());
      assertThat(report.sizeAfter())
          .isEqualTo(after.vocabularySize())
          .isLessThan(report.sizeBefore());
      assertThat(trimmed.tensor(WORDS).size(0)).isEqualTo(report.sizeAfter());
      assertThat(trimmed.tensors().keySet()).isEqualTo(old.tensors().keySet());
      assertThat(after.head()).isEqualTo(before.head());
      assertThat(after.encoding()).isEqualTo(before.encoding());
      Tokenizer oldTokenizer = before.tokenizer();
      Tokenizer tokenizer = after.tokenizer();
      assertThat(tokenizer.vocabularySize()).isEqualTo(report.sizeAfter());
      for (String text : texts) {
        Encoding expected = oldTokenizer.encode(text, text, 128);
        Encoding found = tokenizer.encode(text, text, 128);
        assertThat(found.typeIds()).isEqualTo(expected.typeIds());
        assertThat(tokenTexts(tokenizer, found.ids()))
            .isEqualTo(tokenTexts(oldTokenizer, expected.ids()));
        for (int i = 0; i < found.size(); i++) {
          assertThat(row(trimmed, WORDS, found.ids()[i]))
              .isEqualTo(row(old, WORDS, expected.ids()[i]));
          if (old.has("cls.predictions.bias")) {
            assertThat(row(trimmed, "cls.predictions.bias", found.ids()[i]))
                .isEqualTo(row(old, "cls.predictions.bias", expected.ids()[i]));
          }
        }
      }
      int padding = tokenizer.specialTokens().paddingId();
      assertThat(padding).isEqualTo(after.architecture().padId());
      assertThat(row(trimmed, "embeddings.LayerNorm.weight", 0))
          .isEqualTo(row(old, "embeddings.LayerNorm.weight", 0));
    }
  }

  /**
   * "▁and" was counted 100 times and "ive" 3 times, but one in eight tokens of the first language
   * is "▁and", and one in four of the second is "ive".
   */
  @Test
  void keepsTheTokensOfTheHighestMeanFrequency() {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    int always = trim(model, 1000, folder.resolve("always"), List.of("a")).sizeAfter();
    List<String> byFrequency = List.of("▁the", "ive", "▁and");
    for (int more = 0; more <= byFrequency.size(); more++) {
      Path to = folder.resolve("trimmed" + more);
      try (ModelFolder opened = ModelFolder.open(model)) {
        VocabularyTrimming trimming = new VocabularyTrimming(opened);
        Collections.nCopies(100, "the the the the the the the and").forEach(trimming::count);
        trimming.endLanguage();
        trimming.count("river river river");
        VocabularyTrimming.TrimmingReport report =
            trimming.write(
                to, new VocabularyTrimming.MostFrequent(always + more), "trimmed", NO_SOURCES);
        assertThat(report.sizeAfter()).isEqualTo(always + more);
      }
      try (ModelFolder after = ModelFolder.open(to)) {
        Tokenizer tokenizer = after.tokenizer();
        assertThat(byFrequency)
            .filteredOn(token -> tokenizer.id(token).isPresent())
            .containsExactlyInAnyOrderElementsOf(byFrequency.subList(0, more));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROBERTA", "MODERNBERT", "GEMMA3", "QWEN3"})
  void rejectsByteLevelTokenizers(SampleEncoder sample) {
    Path model = sample.copyInto(folder);
    assertThatThrownBy(() -> trim(model, 1, folder.resolve("to"), sample.golden().texts()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("BPE");
  }

  /**
   * The small WordPiece vocabulary consists almost only of single characters, which are always
   * kept.
   */
  private static void lengthenLastTokens(Path model) throws IOException {
    Path plain = model.resolve("vocab.txt");
    if (Files.exists(plain)) {
      List<String> pieces = new ArrayList<>(Files.readAllLines(plain));
      ObjectNode fast = ModelJson.readObject(model.resolve("tokenizer.json"));
      ObjectNode ids = ((ObjectNode) fast.get("model")).putObject("vocab");
      for (int id = 0; id < pieces.size(); id++) {
        if (id >= pieces.size() - 50) {
          pieces.set(id, pieces.get(id) + "qq");
        }
        ids.put(pieces.get(id), id);
      }
      Files.write(plain, pieces);
      JsonFile.write(model.resolve("tokenizer.json"), fast);
    }
  }

  private static List<String> tokenTexts(Tokenizer tokenizer, int[] ids) {
    return Arrays.stream(ids).mapToObj(tokenizer::token).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = SampleTransformer.class,
      names = {"BERT_ENCODER", "XLMR_LANGUAGE_MODEL"})
  void keepsCharactersSpecialTokensAndPrefixes(SampleTransformer sample) {
    Path model = sample.copyInto(folder);
    Path to = folder.resolve("trimmed");
    trim(model, 1000, to, List.of("a"));
    try (ModelFolder before = ModelFolder.open(model);
        ModelFolder after = ModelFolder.open(to)) {
      Tokenizer old = before.tokenizer();
      Tokenizer tokenizer = after.tokenizer();
      for (int id = 0; id < old.vocabularySize(); id++) {
        String token = old.token(id);
        String letters = token.replaceFirst("^##(?=.)", "");
        boolean smallest = letters.codePointCount(0, letters.length()) == 1;
        if (smallest || token.matches("\\[[A-Z]+]|<.*>")) {
          assertThat(tokenizer.id(token)).as(token).isPresent();
        }
      }
      for (String text : List.of("query: ", "passage: ")) {
        if (before.encoding().queryPrefix().equals("query: ")) {
          assertThat(tokenTexts(tokenizer, tokenizer.ids(text)))
              .isEqualTo(tokenTexts(old, old.ids(text)));
        }
      }
      int unknown = tokenizer.specialTokens().unknownId();
      for (String text : sample.golden().texts()) {
        long unknowns = Arrays.stream(tokenizer.ids(text)).filter(id -> id == unknown).count();
        long unknownsBefore =
            Arrays.stream(old.ids(text))
                .filter(id -> id == old.specialTokens().unknownId())
                .count();
        assertThat(unknowns).as(text).isEqualTo(unknownsBefore);
      }
    }
  }

  @Test
  void renumbersAllTokenizerFiles() throws IOException {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    Files.writeString(model.resolve("added_tokens.json"), "{\"<mask>\": 399}");
    ObjectNode config = ModelJson.readObject(model.resolve("tokenizer_config.json"));
    ObjectNode decoder = config.putObject("added_tokens_decoder");
    decoder.putObject("3").put("content", "<unk>");
    decoder.putObject("399").put("content", "<mask>");
    JsonFile.write(model.resolve("tokenizer_config.json"), config);
    ObjectNode fast = ModelJson.readObject(model.resolve("tokenizer.json"));
    fast.putObject("padding").put("pad_id", 1);
    JsonFile.write(model.resolve("tokenizer.json"), fast);
    Path to = folder.resolve("trimmed");
    VocabularyTrimming.TrimmingReport report = trim(model, 1, to, List.of("a city"));
    int mask = report.sizeAfter() - 1;
    assertThat(ModelJson.readObject(to.resolve("added_tokens.json")).get("<mask>").intValue())
        .isEqualTo(mask);
    assertThat(
            ModelJson.readObject(to.resolve("tokenizer_config.json"))
                .get("added_tokens_decoder")
                .properties())
        .extracting(entry -> entry.getKey() + entry.getValue().get("content").textValue())
        .containsExactly("3<unk>", mask + "<mask>");
    ObjectNode tokenTexts = ModelJson.readObject(to.resolve("tokenizer.json"));
    assertThat(tokenTexts.get("added_tokens"))
        .last()
        .extracting(t -> t.get("id").intValue())
        .isEqualTo(mask);
    assertThat(tokenTexts.get("padding").get("pad_id").intValue()).isOne();
    assertThat(tokenTexts.get("model").get("vocab")).hasSize(mask);
  }

  @Test
  void keepsAMaskTokenThatNoFileDeclares() throws IOException {
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    ObjectNode fast = ModelJson.readObject(model.resolve("tokenizer.json"));
    ArrayNode added = (ArrayNode) fast.get("added_tokens");
    assertThat(added.remove(added.size() - 1).get("content").textValue()).isEqualTo("<mask>");
    ((ArrayNode) fast.get("model").get("vocab")).addArray().add("<mask>").add(0.0);
    JsonFile.write(model.resolve("tokenizer.json"), fast);
    Files.deleteIfExists(model.resolve("tokenizer_config.json"));
    Path to = folder.resolve("trimmed");
    trim(model, 1, to, List.of("a city"));
    try (ModelFolder trimmed = ModelFolder.open(to)) {
      Tokenizer tokenizer = trimmed.tokenizer();
      assertThat(tokenizer.maskId()).hasValue(tokenizer.vocabularySize() - 1);
    }
  }

  @Test
  void bothWordPieceFilesGiveTheSameTokens() throws IOException {
    Path to = folder.resolve("trimmed");
    trim(
        SampleTransformer.BERT_LANGUAGE_MODEL.copyInto(folder), 1, to, List.of("the largest city"));
    try (ModelFolder model = ModelFolder.open(to)) {
      Tokenizer plain = model.tokenizer();
      Files.delete(to.resolve("vocab.txt"));
      Tokenizer fast = model.tokenizer();
      assertThat(fast.vocabularySize()).isEqualTo(plain.vocabularySize());
      assertThat(fast.ids("the largest city")).isEqualTo(plain.ids("the largest city"));
    }
  }

  @Test
  void rejectsInconsistentTokenizerFiles() throws IOException {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    String vocabulary = Files.readString(model.resolve("vocab.txt"));
    Files.writeString(model.resolve("vocab.txt"), vocabulary.replace("\nA\n", "\nÅ\n"));
    assertThatThrownBy(() -> trim(model, 1, folder.resolve("trimmed"), List.of("a")))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("has the token \"A\" with the id");
  }

  @Test
  void rejectsInvalidArguments() {
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path to = folder.resolve("trimmed");
    assertThatThrownBy(() -> trim(model, 1, to, List.of()))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no text was counted");
    assertThatThrownBy(() -> trim(model, 0, to, List.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minCount is 0");
    try (ModelFolder opened = ModelFolder.open(model)) {
      VocabularyTrimming trimming = new VocabularyTrimming(opened);
      trimming.count("a");
      assertThatThrownBy(
              () ->
                  trimming.write(to, new VocabularyTrimming.MostFrequent(9), "trimmed", NO_SOURCES))
          .isInstanceOf(IsoglossException.class)
          .hasMessageMatching(
              "the vocabulary cannot have 9 tokens: [0-9]+ are always kept.*; allow that many.*");
    }
    assertThat(to).doesNotExist();
  }
}
