// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.TextRules;
import org.isogloss.text.segmentation.PassageSplitter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexManifestTest {
  private static final IndexManifest MANIFEST =
      new IndexManifest(
          org.apache.lucene.util.Version.LATEST.toString(),
          Optional.of(new IndexManifest.Model("tiny", "3f7a", 256)),
          new PassageSplitter(100, 2),
          new VectorOptions(true, false, VectorQuantization.ONE_BIT, true),
          Optional.of(new IndexManifest.TokenVectorModel("reranker", "77aa", 98, true)),
          new TreeSet<>(List.of("en")),
          TextRules.NORMALIZED,
          true,
          IndexManifestJson.names(LanguageAnalyzers.shipped()));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() {
    IndexManifestJson.write(folder, MANIFEST);
    file = folder.resolve(IndexManifest.FILE);
  }

  @Test
  void readsWhatWasWritten() {
    assertThat(IndexManifest.read(folder)).isEqualTo(MANIFEST);
  }

  @Test
  void vectorsOfEarlierFormatsAreNeitherQuantizedNorChunkedLate() throws IOException {
    String json = Files.readString(file);
    Files.writeString(
        file,
        json.replace("\"format\" : 6", "\"format\" : 3")
            .replaceFirst(",\\s*\"quantization\" : \"1-bit\"", "")
            .replaceFirst(",\\s*\"late_chunking\" : true", ""));
    assertThat(Files.readString(file)).doesNotContain("quantization", "late_chunking");
    assertThat(IndexManifest.read(folder).vectors())
        .isEqualTo(new VectorOptions(true, false, VectorQuantization.NONE, false));
  }

  @Test
  void earlierIndexesDoNotNormaliseTexts() throws IOException {
    String json = Files.readString(file);
    Files.writeString(
        file,
        json.replace("\"format\" : 6", "\"format\" : 4")
            .replaceFirst(",\\s*\"normalization\" : \"unicode-1\"", ""));
    assertThat(Files.readString(file)).doesNotContain("normalization");
    assertThat(IndexManifest.read(folder).rules()).isEqualTo(TextRules.NONE);
  }

  @Test
  void lexicalIndexHasNoModel() throws IOException {
    var words =
        new IndexManifest(
            MANIFEST.lucene(),
            Optional.empty(),
            MANIFEST.passages(),
            VectorOptions.PLAIN,
            Optional.empty(),
            new TreeSet<>(),
            TextRules.NORMALIZED,
            true,
            MANIFEST.analyzers());
    Files.delete(file);
    IndexManifestJson.write(folder, words);
    assertThat(IndexManifest.read(folder)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"index\"          | \"model\"         | is not the manifest of an index",
        "\"format\" : 6     | \"format\" : 1    | the index has format 1, this version of Isogloss"
            + " reads formats 2 to 6; index the collection again",
        "\"bytes_per_token\" : 98 | \"bytes_per_token\" : 0 | bytes_per_token is 0, expected 1 or more",
        "\"format\" : 6     | \"format\" : -1   | format is -1, expected 1 or more",
        "\"lucene\" : \"10. | \"lucene\" : \"9. | reads indexes of Lucene 10.0 to 10.5.0",
        "\"lucene\" : \"10.5| \"lucene\" : \"10.99 | reads indexes of Lucene 10.0 to 10.5.0",
        "\"lucene\" : \"10. | \"lucene\" : \"x. | expected a version such as",
        "\"dimension\" : 256| \"dimension\" : 0 | model.dimension is 0, expected",
        "\"max_words\" : 100| \"words\" : 100   | passages.max_words is missing, expected a"
            + " whole number",
        "\"calibrated\" : true | \"calibrated\" : 1 | vectors.calibrated is 1, expected true"
            + " or false",
        "\"1-bit\"          | \"2-bit\"         | vectors.quantization is \"2-bit\", expected one of"
            + " [none, 4-bit, 1-bit]",
        "\"tiny\"           | 7                 | model.name is 7, expected a string",
        "lucene-german      | smart-german      | \"de\" was analysed by smart-german, this version"
            + " of Isogloss uses lucene-german",
        "}                  | ''                | the manifest is damaged",
      })
  void reportsInvalidValues(String found, String changed, String message) throws IOException {
    String json = Files.readString(file);
    assertThat(json).contains(found);
    Files.writeString(file, json.replace(found, changed));
    assertThatThrownBy(() -> IndexManifest.read(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message);
  }

  @Test
  void rejectsAFolderWithoutManifest() throws IOException {
    Files.delete(file);
    assertThatThrownBy(() -> IndexManifest.read(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("is not an index, expected a folder with isogloss.json");
    assertThatThrownBy(() -> IndexManifest.read(folder.resolve("missing")))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no such index");
    assertThat(SearchIndex.findManifest(folder)).isEmpty();
    assertThat(SearchIndex.findManifest(folder.resolve("missing"))).isEmpty();
    Files.writeString(folder.resolve("letter.txt"), "dear");
    assertThatThrownBy(() -> SearchIndex.findManifest(folder))
        .hasMessageContaining("is not an index and not empty; choose a new folder");
    assertThatThrownBy(() -> SearchIndex.findManifest(folder.resolve("letter.txt")))
        .hasMessageContaining("is a file, expected a folder for the index");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"dimension\" : 256 | \"dimension\" : 1000000 | model.dimension is 1000000, expected a number from 1 to 4096",
        "\"dimension\" : 256 | \"dimension\" : 1e999 | expected a whole number",
        "\"projected\" : [ \"en\" ] | \"projected\" : [ null ] | projected[0] is null, expected a string",
        "\"projected\" : [ \"en\" ] | \"projected\" : null | projected is null, expected an array",
        "\"projected\" : [ \"en\" ] | \"projected\" : [ \"../x\" ] | projected is \"../x\", expected codes",
        "\"passages\" : { | \"passages\" : null, \"x\" : { | passages is null, expected an object",
        "\"model\" : { | \"model\" : null, \"x\" : { | model is null, expected an object"
      })
  void rejectsHostileValues(String from, String to, String message) throws IOException {
    String json = Files.readString(file).replaceAll("\\s+", " ");
    assertThat(json).contains(from);
    Files.writeString(file, json.replace(from, to));
    assertThatThrownBy(() -> IndexManifest.read(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith(file + ": the manifest is damaged")
        .hasMessageContaining(message);
  }

  @Test
  void readsOrRejectsMutatedManifests() throws IOException {
    mutate(500);
  }

  @Test
  @Tag("slow")
  void readsOrRejectsManyMutatedManifests() throws IOException {
    mutate(20_000);
  }

  private void mutate(int times) throws IOException {
    List<String> values =
        List.of("null", "[]", "{}", "-1", "1e999", "2147483648", "\"x\"", "true", "[".repeat(5000));
    String whole = Files.readString(file);
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      int at = random.nextInt(whole.length());
      String value = values.get(random.nextInt(values.size()));
      Files.writeString(
          file,
          random.nextInt(4) == 0
              ? whole.substring(0, at)
              : whole.substring(0, at)
                  + whole.substring(at).replaceFirst(": [^,\n]+", ": " + value));
      try {
        IndexManifest.read(folder);
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageStartingWith(file.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
