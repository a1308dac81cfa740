// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.ModelSummary;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.embedding.FloatEmbeddings;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BiclaFilesTest {
  private static final ModelManifest MANIFEST =
      new ModelManifest(
          "bicla",
          "MIT",
          new EncodingSettings("", "", 128, Pooling.NONE),
          new Provenance("", 1, List.of()));

  @TempDir private Path folder;

  private BiclaFiles write(Attention attention) {
    return write(new BiclaArchitecture(attention, Aggregation.SUM, 5, 3));
  }

  private BiclaFiles write(BiclaArchitecture architecture) {
    BiclaFiles model = ReferenceBicla.randomModel(architecture, 1);
    model.write(folder, MANIFEST);
    return model;
  }

  @Test
  void summaryNamesLanguagesAndCountsWords() {
    write(Attention.BIDIRECTIONAL);
    try (ModelFolder model = ModelFolder.open(folder)) {
      ModelSummary summary = ModelSummary.of(model);
      assertThat(summary.kind()).isEqualTo(ModelFolder.Kind.BICLA);
      assertThat(summary.languages()).containsExactly(en(), de());
      assertThat(summary.vocabularySize()).isEqualTo(40);
    }
  }

  static List<BiclaArchitecture> architectures() {
    return ReferenceBicla.architectures();
  }

  @ParameterizedTest
  @MethodSource("architectures")
  void isTheSameAfterWritingAndReading(BiclaArchitecture architecture) {
    BiclaFiles written = write(architecture);
    BiclaFiles read = BiclaFiles.read(folder);
    assertThat(read.architecture()).isEqualTo(written.architecture());
    assertThat(read.parameters().keySet()).isEqualTo(written.parameters().keySet());
    written
        .parameters()
        .forEach((name, values) -> assertThat(read.parameters().get(name)).isEqualTo(values));
    assertThat(read.words()).extracting(WordTable::language).containsExactly(en(), de());
    assertThat(read.words().getFirst().words()).isEqualTo(written.words().getFirst().words());
    assertThat(((StaticEmbeddings) read.words().get(1).vectors()).values())
        .isEqualTo(((StaticEmbeddings) written.words().get(1).vectors()).values());
    try (ModelFolder model = ModelFolder.open(folder)) {
      assertThat(model.kind()).isEqualTo(ModelFolder.Kind.BICLA);
      assertThat(model.vocabularySize()).isEqualTo(40);
      assertThat(model.lacksPooling()).isFalse();
    }
  }

  /** Models that were written before these keys existed share the encoder and do not reduce. */
  @Test
  void readsAConfigurationWithoutTheFormOfTheNetwork() throws IOException {
    BiclaFiles written = write(Attention.BIDIRECTIONAL);
    Path config = folder.resolve("config.json");
    String text = Files.readString(config);
    String older =
        text.replaceFirst("\\s*\"reduction\" : false,", "")
            .replaceFirst("\\s*\"shared\" : \\[\\s*\"encoder\"\\s*\\],", "");
    assertThat(older).doesNotContain("reduction", "shared");
    Files.writeString(config, older);
    assertThat(BiclaFiles.read(folder).architecture()).isEqualTo(written.architecture());
  }

  @Test
  void keepsVectorsInSinglePrecision() {
    BiclaFiles random = ReferenceBicla.randomModel(Attention.NONE, 1);
    float[] values = {1, 1e-7f, -3.3f, 0, 0.1f, 2, 2, 2, 2, 2};
    WordTable words =
        new WordTable(de(), List.of("a", "b"), new FloatEmbeddings(5, values.clone()));
    new BiclaFiles(random.architecture(), random.parameters(), List.of(words))
        .write(folder, MANIFEST);
    WordTable read = BiclaFiles.read(folder).words().getFirst();
    assertThat(read.vectors()).isInstanceOf(FloatEmbeddings.class);
    assertThat(read.vectors().vector(0)).containsExactly(1, 1e-7f, -3.3f, 0, 0.1f);
    assertThat(read.vectors().vocabularySize()).isEqualTo(2);
  }

  private static Language en() {
    return Language.of("en");
  }

  private static Language de() {
    return Language.of("de");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"bidirectional\" | \"crosswise\" | attention is \"crosswise\"",
        "\"word_dimension\" : 5 | \"word_dimension\" : 6 | has shape [12, 5], expected [12, 6]",
        "\"lstm_hidden_size\" : 3 | \"lstm_hidden_size\" : 0 | lstm_hidden_size is 0",
        "\"encoder\" | \"decoder\" | shared is \"decoder\"",
        "\"reduction\" : false | \"reduction\" : true | reduction.weight",
        "\"de\" | \"xx-yy-zz\" | languages is",
        "\"de\" | \"fr\" | words.fr",
        "\"de\" | \"en\" | expected each language once",
        "\"bicla\" | \"bert\" | model_type is"
      })
  void rejectsAConfigurationThatDoesNotFit(String from, String to, String problem)
      throws IOException {
    write(Attention.BIDIRECTIONAL);
    Path config = folder.resolve("config.json");
    String text = Files.readString(config);
    assertThat(text).contains(from);
    Files.writeString(config, text.replace(from, to));
    assertThatThrownBy(() -> BiclaFiles.read(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void readsOrRejectsDamagedWeights() throws IOException {
    write(Attention.BIDIRECTIONAL);
    Path file = folder.resolve("model.safetensors");
    byte[] original = Files.readAllBytes(file);
    for (int n = 0; n < 300; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      int position = random.nextInt(original.length);
      byte[] changed = original.clone();
      if (random.nextBoolean()) {
        changed[position] ^= (byte) (1 << random.nextInt(8));
      } else {
        changed = Arrays.copyOf(original, position);
      }
      Files.write(file, changed);
      try {
        assertThat(BiclaFiles.read(folder).words()).as("seed %d", seed).hasSize(2);
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining(folder.toString());
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  @Test
  void findsTokensAsWrittenOrInLowerCase() {
    WordTable table =
        new WordTable(
            de(),
            List.of("Haus", "und", "haus"),
            new StaticEmbeddings(1, new byte[3], new float[3]));
    assertThat(table.rows("Haus, HAUS und Hof", 10)).containsExactly(0, 2, 1);
    assertThat(table.rows("Haus, HAUS und Hof", 2)).containsExactly(0, 2);
    assertThatThrownBy(
            () ->
                new WordTable(
                    de(), List.of("a", "a"), new StaticEmbeddings(1, new byte[2], new float[2])))
        .hasMessage("the word \"a\" occurs twice");
  }

  @Test
  void readsNumbersAsOneWordIfTheTableHasIt() {
    List<String> words = List.of("2019", "Jahre");
    WordTable without = new WordTable(de(), words, new FloatEmbeddings(1, new float[2]));
    assertThat(without.rows("2019 12 Jahre", 10)).containsExactly(0, 1);
    WordTable table =
        new WordTable(
            de(), List.of("2019", "Jahre", WordTable.NUMBER), new FloatEmbeddings(1, new float[3]));
    assertThat(table.rows("2019: 12 Jahre, 1.5 Jahre", 10)).containsExactly(2, 2, 1, 2, 1);
  }
}
