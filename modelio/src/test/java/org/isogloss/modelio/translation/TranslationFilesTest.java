// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranslationFilesTest {
  private static final TranslationSettings SETTINGS =
      new TranslationSettings(List.of(Language.of("en")), Language.of("de"), 1, 16, true);

  @TempDir private Path parent;
  private Path folder;
  private TransformerConfig encoder;
  private TargetVocabulary vocabulary;

  @BeforeEach
  void write() {
    folder = SampleTransformer.BERT_ENCODER.copyInto(parent);
    try (ModelFolder model = ModelFolder.open(folder)) {
      encoder = model.transformerConfig();
      BitSet words = new BitSet();
      words.set(20, 25);
      vocabulary = TargetVocabulary.of(words, model.tokenizer().specialTokens());
      assertThat(TranslationFiles.exist(model)).isFalse();
    }
    TranslationFiles.write(folder, encoder, SETTINGS, vocabulary, tensors());
  }

  /** Every element of a tensor is the number of its dimensions. */
  private Map<String, SafetensorsWriter.Content> tensors() {
    Map<String, SafetensorsWriter.Content> tensors = new LinkedHashMap<>();
    TranslationTensors.shapes(encoder, SETTINGS, vocabulary.size())
        .forEach(
            (name, shape) -> {
              float[] values =
                  new float
                      [(int) shape.stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b)];
              Arrays.fill(values, shape.size());
              tensors.put(name, out -> out.floats(values));
            });
    return tensors;
  }

  @Test
  void readsWhatItWrote() {
    try (ModelFolder model = ModelFolder.open(folder);
        TranslationFiles files = TranslationFiles.open(model)) {
      assertThat(files.settings()).isEqualTo(SETTINGS);
      assertThat(files.vocabulary().ids()).containsExactly(0, 1, 2, 3, 20, 21, 22, 23, 24);
      assertThat(files.floats("decoder.layer.0.cross_attention.key.weight"))
          .hasSize(32 * 32)
          .containsOnly(2);
    }
  }

  @Test
  void aVocabularyMapsTokensToIndices() {
    assertThat(vocabulary.size()).isEqualTo(9);
    assertThat(vocabulary.indices(20, 24)).containsExactly(4, 8);
    assertThat(vocabulary.ids(4, 8)).containsExactly(20, 24);
    assertThat(vocabulary.indices(25)).containsExactly(vocabulary.unknown());
    assertThat(vocabulary.ids(vocabulary.begin(), vocabulary.end())).containsExactly(2, 3);
    assertThat(vocabulary.isSpecial(2)).isTrue();
    assertThat(vocabulary.isSpecial(4)).isFalse();
  }

  @Test
  void rejectsAFolderWithoutADecoder() throws IOException {
    Files.delete(folder.resolve("translation.json"));
    assertRejected("has no translation.json, expected the folder of a translation model");
  }

  @Test
  void rejectsSettingsThatDoNotMatchTheTensors() throws IOException {
    edit("\"layers\" : 1", "\"layers\" : 2");
    assertRejected("decoder.layer.1");
  }

  @Test
  void rejectsInvalidSettings() throws IOException {
    edit("\"en\"", "\"english\"");
    assertRejected("expected the code of a language");
    edit("\"english\"", "");
    assertRejected("sources is empty");
    edit("\"sources\"", "\"origins\"");
    assertRejected("sources is empty");
    edit("\"origins\"", "\"beam\" : 3, \"sources\"");
    edit("[", "[ \"en\"");
    assertRejected("beam");
    edit("\"beam\" : 3,", "");
    edit("\"format\" : 1", "\"format\" : 2");
    assertRejected("newer version");
  }

  private void edit(String from, String to) throws IOException {
    Path file = folder.resolve("translation.json");
    String before = Files.readString(file);
    assertThat(before).contains(from);
    Files.writeString(file, before.replace(from, to));
  }

  private void assertRejected(String message) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThatThrownBy(() -> TranslationFiles.open(model))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void rejectsTokensThatTheEncoderDoesNotHave() {
    BitSet beyond = new BitSet();
    beyond.set(encoder.vocabularySize());
    try (ModelFolder model = ModelFolder.open(folder)) {
      vocabulary = TargetVocabulary.of(beyond, model.tokenizer().specialTokens());
    }
    TranslationFiles.write(folder, encoder, SETTINGS, vocabulary, tensors());
    assertRejected("is not among the");
  }

  @Test
  void writesNoIncompleteDecoder() {
    Map<String, SafetensorsWriter.Content> incomplete = tensors();
    incomplete.remove("decoder.output.bias");
    assertThatThrownBy(
            () -> TranslationFiles.write(folder, encoder, SETTINGS, vocabulary, incomplete))
        .hasMessageContaining("expected");
  }
}
