// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.Hit;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.search.SearchIndex;
import org.junit.jupiter.api.Test;

class IndexCommandTest extends CommandTest {
  private Path collection(String name, String... ids) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String id : ids) {
      lines.append("{\"id\": \"").append(id).append("\", \"language\": \"en\", \"text\": \"The ");
      lines.append(id).append(" sleeps.\"}\n");
    }
    return Files.writeString(folder.resolve(name), lines);
  }

  @Test
  void leavesNoIndexIfTheFirstRunFails() throws IOException {
    Path index = folder.resolve("index");
    Path missing = folder.resolve("missing.jsonl");
    Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
    assertThat(isogloss("index", missing, "--index", index, "--model", "none")).isEqualTo(1);
    assertThat(isogloss("index", empty, "--index", index, "--model", "none")).isEqualTo(1);
    assertThat(isogloss("index", "--delete", "x", "--index", index, "--model", "none"))
        .isEqualTo(1);
    assertThat(err()).contains("no such index");
    assertThat(index).doesNotExist();
  }

  @Test
  void namesTheFieldsOfDocuments() throws IOException {
    Path index = folder.resolve("index");
    Path file =
        Files.writeString(
            folder.resolve("berichte.jsonl"),
            "{\"nr\": 7, \"titel\": \"Oil\", \"inhalt\": \"The oil industry began in Pennsylvania.\"}\n");
    assertThat(isogloss("index", file, "--index", index, "--model", "none")).isEqualTo(1);
    assertThat(err())
        .contains("berichte.jsonl:1: has no \"id\"")
        .contains("(--id-field, --title-field, --text-field NAME)");
    assertThat(
            isogloss(
                "index",
                file,
                "--index",
                index,
                "--model",
                "none",
                "--id-field",
                "nr",
                "--title-field",
                "titel",
                "--text-field",
                "inhalt"))
        .isZero();
    assertThat(isogloss("search", "Pennsylvania", "--index", index, "--json")).isZero();
    assertThat(out()).contains("\"7\"").contains("\"Oil\"").doesNotContain("inhalt");
  }

  @Test
  void readsAFileAgainIfItsFieldsHaveOtherNames() throws IOException {
    Path index = folder.resolve("index");
    Path file =
        Files.writeString(
            folder.resolve("file.jsonl"), "{\"id\": 1, \"a\": \"cats\", \"b\": \"dogs\"}\n");
    for (String text : new String[] {"a", "b"}) {
      assertThat(isogloss("index", file, "--index", index, "--model", "none", "--text-field", text))
          .isZero();
    }
    assertThat(err()).doesNotContain("all were indexed before");
    assertThat(isogloss("search", "dogs", "--index", index)).isZero();
    assertThat(out()).contains("dogs");
  }

  @Test
  void rejectsPassagesWithoutWords() throws IOException {
    Path file = collection("file.jsonl", "cat");
    Path index = folder.resolve("index");
    assertThat(isogloss("index", file, "--index", index, "--model", "none", "--passage-words", "0"))
        .isEqualTo(1);
    assertThat(err()).contains("--passage-words: maxWords is 0").doesNotContain("internal");
  }

  @Test
  void repeatedCommandDoesNotDeleteItsOwnDocuments() throws IOException {
    Path index = folder.resolve("index");
    Path file = collection("file.jsonl", "cat", "dog");
    for (int i = 0; i < 3; i++) {
      assertThat(
              isogloss("index", file, "--index", index, "--model", "none", "--delete", "cat", "-q"))
          .isZero();
    }
    assertThat(isogloss("search", "cat", "--index", index)).isZero();
    assertThat(out()).contains("The cat sleeps");
    assertThat(err()).doesNotContain("internal");
  }

  @Test
  void verifiesAnIndex() throws IOException {
    Path index = folder.resolve("index");
    isogloss("index", collection("file.jsonl", "cat"), "--index", index, "--model", "none");
    assertThat(isogloss("index", "check", "--index", index)).isZero();
    assertThat(isogloss("index", "--index", index, "check")).isZero();
    assertThat(out()).contains("no problems in 1 document, 1 passage");
    Path segment = index.resolve("lucene").resolve("_0.cfs");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    assertThat(isogloss("index", "check", "--index", index)).isEqualTo(1);
    assertThat(err()).contains("the index is damaged").contains("segment _0");
  }

  @Test
  void copiesAnIndex() throws IOException {
    Path index = folder.resolve("index");
    Path copy = folder.resolve("copy");
    isogloss("index", collection("file.jsonl", "cat", "dog"), "--index", index, "--model", "tiny");
    assertThat(isogloss("index", "copy", "--index", index, "--to", copy)).isZero();
    assertThat(err()).contains("Copied 2 passages").contains("contains 2 documents, 2 passages");
    assertThat(isogloss("search", "cat", "--index", copy, "--pipeline", "dense")).isZero();
    assertThat(out()).contains("The cat sleeps");
    Path same = folder.resolve("copy").resolve("..").resolve("index");
    assertThat(isogloss("index", "copy", "--index", index, "--to", same)).isEqualTo(1);
    assertThat(err()).contains("--to is the index itself, expected another place");
    assertThat(isogloss("index", "check", "--index", "solr:localhost:2181/docs")).isEqualTo(1);
    assertThat(err()).contains("only the files of an index in a folder can be checked");
  }

  @Test
  void mergesIndexesOfParts() throws IOException {
    Path cats = folder.resolve("cats");
    Path dogs = folder.resolve("dogs");
    Path all = folder.resolve("all");
    isogloss("index", collection("cat.jsonl", "cat"), "--index", cats, "--model", "none");
    isogloss("index", collection("dog.jsonl", "dog"), "--index", dogs, "--model", "none");
    assertThat(isogloss("index", "merge", cats, dogs, "--to", all)).isZero();
    assertThat(err()).contains("The index contains 2 documents, 2 passages");
    assertThat(isogloss("search", "cat", "--index", all)).isZero();
    assertThat(out()).contains("The cat sleeps");
  }

  @Test
  void pagesPastTheEndAreEmpty() throws IOException {
    Path index = folder.resolve("index");
    isogloss("index", collection("file.jsonl", "cat"), "--index", index, "--model", "none");
    for (String page : new String[] {"2", "2147483647"}) {
      assertThat(isogloss("search", "cat", "--index", index, "--page", page)).isZero();
      assertThat(err()).contains("No more hits on page " + page);
    }
    assertThat(isogloss("search", "cat", "--index", index, "--top", "2147483647")).isZero();
    assertThat(out()).contains("The cat sleeps");
  }

  @Test
  void namesTheOptionsOfTheModelAndTheIndexIfTheModelIsNotThatOfTheIndex() throws IOException {
    Path index = folder.resolve("index");
    Path file = collection("file.jsonl", "cat");
    Path other = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    assertThat(isogloss("index", file, "--index", index, "--model", "tiny")).isZero();
    assertThat(isogloss("index", file, "--index", index, "--model", other)).isEqualTo(1);
    assertThat(err())
        .contains("the index holds vectors of the model tiny")
        .endsWith("another folder (--model MODEL, --index INDEX)\n");
    assertThat(isogloss("search", "cat", "--index", index, "--model", other)).isEqualTo(1);
    assertThat(err()).endsWith("another folder (--model MODEL)\n");
    assertThat(isogloss("compare", "cat", "--index", index, "--model", other)).isEqualTo(1);
    assertThat(err()).endsWith("another folder (--model MODEL)\n");
  }

  @Test
  void namesTheOptionOfTheModelIfTheModelWasMoved() throws IOException {
    Path index = folder.resolve("index");
    Path file = collection("file.jsonl", "cat");
    Path model = SampleTransformer.XLMR_ENCODER.copyInto(folder);
    assertThat(isogloss("index", file, "--index", index, "--model", model)).isZero();
    Path parent = Files.createDirectory(folder.resolve("moved"));
    Path moved = Files.move(model, parent.resolve(model.getFileName()));
    assertThat(isogloss("search", "cat", "--index", index)).isEqualTo(1);
    assertThat(err()).contains("no model \"" + model).endsWith("(--model MODEL)\n");
    assertThat(isogloss("index", file, "--index", index)).isEqualTo(1);
    assertThat(err()).endsWith("(--model MODEL)\n");
    assertThat(isogloss("search", "cat", "--index", index, "--model", moved)).isZero();
  }

  @Test
  void quantizesVectorsOfANewIndex() throws IOException {
    Path index = folder.resolve("index");
    Path file = collection("file.jsonl", "cat", "dog");
    assertThat(
            isogloss("index", file, "--index", index, "--model", "tiny", "--vectors", "quantized"))
        .isZero();
    assertThat(isogloss("index", file, "--index", index)).isZero();
    assertThat(isogloss("index", "info", "--index", index)).isZero();
    assertThat(out()).contains("of passages, 1-bit in graphs");
    assertThat(isogloss("index", "info", "--index", index, "--json")).isZero();
    assertThat(out()).contains("\"quantization\" : \"1-bit\"");
    assertThat(isogloss("search", "cat", "--index", index)).isZero();
    assertThat(isogloss("index", file, "--index", index, "--vectors", "float")).isEqualTo(1);
    assertThat(err())
        .contains("with 1-bit vectors in its graphs, found not calibrated, without vectors of");
    assertThat(isogloss("index", file, "--index", index, "--vectors", "2-bit")).isEqualTo(2);
    assertThat(err()).contains("expected float, 4-bit, 1-bit or quantized, found \"2-bit\"");
  }

  @Test
  void encodesPassagesInTheContextOfTheirDocuments() throws IOException {
    Path index = folder.resolve("index");
    Path model = SampleTransformer.BERT_ENCODER.copyInto(folder);
    Path file =
        Files.writeString(
            folder.resolve("file.jsonl"),
            "{\"id\": \"pets\", \"language\": \"en\", \"text\": \"The cat sleeps. The dog barks.\"}\n");
    Path alone = folder.resolve("alone");
    assertThat(isogloss("index", file, "--index", alone, "--model", model, "--passage-words", "3"))
        .isZero();
    assertThat(
            isogloss(
                "index",
                file,
                "--index",
                index,
                "--model",
                model,
                "--passage-words",
                "3",
                "--no-sentences",
                "--late-chunking"))
        .isZero();
    assertThat(isogloss("index", "info", "--index", index)).isZero();
    assertThat(out()).contains("of passages, in the context of documents");
    assertThat(isogloss("index", "info", "--index", index, "--json")).isZero();
    assertThat(out()).contains("\"late_chunking\" : true");
    float[] vector = vectorOfPets(index);
    assertThat(vector).isNotEqualTo(vectorOfPets(alone));
    assertThat(isogloss("index", file, "--index", index)).isZero();
    assertThat(vectorOfPets(index)).as("indexed again, without the option").isEqualTo(vector);
    assertThat(isogloss("search", "cat", "--index", index, "--pipeline", "dense")).isZero();
    assertThat(isogloss("index", file, "--index", index, "--no-late-chunking")).isEqualTo(1);
    assertThat(err()).contains("with late chunking, found not calibrated");
    Path other = folder.resolve("other");
    assertThat(isogloss("index", file, "--index", other, "--model", "tiny", "--late-chunking"))
        .isEqualTo(1);
    assertThat(err()).contains("expected a transformer with mean pooling");
    assertThat(other).doesNotExist();
  }

  private static float[] vectorOfPets(Path folder) {
    try (SearchIndex index = SearchIndex.at(folder).open()) {
      assertThat(index.passageCount()).isEqualTo(2);
      return index.vector(new Hit("pets", 0, 0)).orElseThrow();
    }
  }

  @Test
  void namesNoModelIfThereIsNoIndex() {
    assertThat(isogloss("search", "cat", "--index", folder.resolve("none"))).isEqualTo(1);
    assertThat(err()).contains("no such index").doesNotContain("--model");
  }

  @Test
  void namesTheCommandsThatAddTranslationTables() throws IOException {
    Path index = folder.resolve("index");
    String commands = "(isogloss align --table FILE, isogloss index --table FILE)\n";
    isogloss("index", collection("file.jsonl", "cat"), "--index", index, "--model", "none");
    assertThat(isogloss("search", "cat", "--index", index, "--pipeline", "{psq,bm25}rrf"))
        .isEqualTo(1);
    assertThat(err()).contains("needs translation tables").endsWith(commands);
    assertThat(isogloss("compare", "cat", "--index", index, "--pipeline", "translate"))
        .isEqualTo(1);
    assertThat(err())
        .contains("\"translate\" needs translation tables or translation models")
        .endsWith(commands.replace(")\n", "; or --translator MODEL)\n"));
    assertThat(
            isogloss(
                "search", "cat", "--index", index, "--pipeline", "translate", "--translator=tiny"))
        .isEqualTo(1);
    assertThat(err())
        .endsWith("train one with a recipe of kind translation\n")
        .contains("expected the folder of a translation model");
  }

  @Test
  void namesTheOptionOfTheQueryLanguageIfTheFileNameDoesNotStateIt() throws IOException {
    Path index = folder.resolve("index");
    Path run = folder.resolve("my.run");
    isogloss("index", collection("file.jsonl", "cat"), "--index", index, "--model", "none");
    Path queries =
        Files.writeString(
            folder.resolve("queries.jl"),
            "{\"src_id\": \"q1\", \"src_query\": \"cat\", \"tgt_results\": [[\"cat\", 6]]}\n");
    assertThat(isogloss("run", "--index", index, "--queries", queries, "--to", run)).isEqualTo(1);
    assertThat(err())
        .contains("the languages cannot be determined from this name")
        .endsWith("(--query-language CODE)\n");
    assertThat(
            isogloss(
                "run",
                "--index",
                index,
                "--queries",
                queries,
                "--to",
                run,
                "--query-language",
                "en"))
        .isZero();
  }

  @Test
  void searchesWithTheSelectedVersionAndFieldOfTopics() throws IOException {
    Path index = folder.resolve("index");
    Path run = folder.resolve("x.run");
    isogloss("index", collection("file.jsonl", "cat", "dog"), "--index", index, "--model", "none");
    Path topics =
        Files.writeString(
            folder.resolve("topics.jsonl"),
            "{\"topic_id\": \"1\", \"topics\": [{\"lang\": \"eng\", \"source\": \"human\","
                + " \"topic_title\": \"bird\", \"topic_description\": \"a dog\"}, {\"lang\":"
                + " \"deu\", \"source\": \"original\", \"topic_title\": \"cat\"}]}\n");
    Object[] search = {
      "run", "--index", index, "--pipeline", "bm25", "--queries", topics, "--to", run
    };
    assertThat(isogloss(search)).isZero();
    assertThat(run).content().contains("1 Q0 cat 1").doesNotContain("dog");
    assertThat(isogloss(with(search, "--query-source", "hum", "--query-field", "description")))
        .isZero();
    assertThat(run).content().contains("1 Q0 dog 1").doesNotContain("cat");
    assertThat(isogloss(with(search, "--query-language", "de", "--query-field", "title+narrative")))
        .isEqualTo(1);
    assertThat(err()).contains("topic 1 has no narrative").contains("(--query-field FIELD)");
    assertThat(isogloss(with(search, "--query-language", "fr"))).isEqualTo(1);
    assertThat(err()).contains("expected one in fr").contains("(--query-language CODE");
  }

  @Test
  void leavesOutTheQueryItself() throws IOException {
    Path index = folder.resolve("index");
    Path run = folder.resolve("x.run");
    isogloss("index", collection("file.jsonl", "cat", "dog"), "--index", index, "--model", "none");
    Path queries = Files.writeString(folder.resolve("q.tsv"), "cat\tthe cat sleeps\n");
    Object[] search = {
      "run", "--index", index, "--pipeline", "bm25", "--queries", queries, "--to", run
    };
    assertThat(isogloss(with(search, "--top", "1"))).isZero();
    assertThat(run).content().startsWith("cat Q0 cat 1 ");
    assertThat(isogloss(with(search, "--top", "1", "--ignore-identical-ids"))).isZero();
    assertThat(run).content().startsWith("cat Q0 dog 1 ").hasLineCount(1);
  }

  @Test
  void searchOfADamagedIndexFails() throws IOException {
    Path index = folder.resolve("index");
    isogloss("index", collection("file.jsonl", "cat", "dog"), "--index", index, "--model", "none");
    assertThat(isogloss("search", "cat", "--index", index)).isZero();
    try (Stream<Path> files = Files.list(index.resolve("lucene"))) {
      Path largest = files.max(Comparator.comparingLong(file -> file.toFile().length())).get();
      byte[] bytes = Files.readAllBytes(largest);
      bytes[bytes.length / 2] ^= 16;
      Files.write(largest, bytes);
    }
    assertThat(isogloss("search", "cat", "--index", index)).isEqualTo(1);
    assertThat(err()).contains("the index is damaged");
  }

  private static Object[] with(Object[] command, Object... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray();
  }
}
