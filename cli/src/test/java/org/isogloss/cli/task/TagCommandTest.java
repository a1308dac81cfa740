// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.CommandTest;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Taggers that give every word the same tag, so that all results are known. */
class TagCommandTest extends CommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Path nouns;
  private Path people;

  @BeforeEach
  void writeModels() {
    nouns = tagger("nouns", List.of("DET", "NOUN", "VERB"), 0, 1, 0);
    people = tagger("people", List.of("B-PER", "I-PER", "O"), 1, 0, 0);
  }

  private Path tagger(String name, List<String> tags, float... bias) {
    return SampleHead.constant(TransformerHead.TOKEN_CLASSIFICATION, tags, bias)
        .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, name);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private int tag(Path model, Object... args) {
    List<Object> all = new ArrayList<>(List.of("tag", "--model", model, "-q"));
    all.addAll(List.of(args));
    return isogloss(all.toArray());
  }

  @Test
  void tagsWordsAndPunctuationMarksOfEachLine() throws IOException {
    Path file = write("text.txt", "Die Katze schläft.\n我们在北京。\n");
    assertThat(tag(nouns, file)).as(err()).isZero();
    assertThat(out())
        .isEqualTo(
            """
            Die\tNOUN
            Katze\tNOUN
            schläft\tNOUN
            .\tNOUN

            我们\tNOUN
            在\tNOUN
            北京\tNOUN
            。\tNOUN

            """);
  }

  @Test
  void tagsGivenWords() throws IOException {
    String expected = "Don't\tNOUN\n!\tNOUN\n\nGo\tNOUN\n\n";
    assertThat(tag(nouns, write("words.txt", "Don't\n!\n\nGo\n"), "--words")).as(err()).isZero();
    assertThat(out()).isEqualTo(expected);
    assertThat(tag(nouns, write("tags.tsv", "Don't\tVERB\n!\tPUNCT\n\nGo\tVERB\n"))).isZero();
    assertThat(out()).isEqualTo(expected + expected);
  }

  @Test
  void printsEntitiesWithTheirOffsetsAsJson() throws IOException {
    Path file = write("text.txt", "  Ada, Bo\n");
    assertThat(tag(people, file, "--json", "--language", "en")).as(err()).isZero();
    assertThat(MAPPER.readTree(out()))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"text": "  Ada, Bo", "words": ["Ada", ",", "Bo"],
                 "tags": ["B-PER", "B-PER", "B-PER"], "entities": [
                  {"type": "PER", "text": "Ada", "first_word": 0, "last_word": 0, "start": 2, "end": 5},
                  {"type": "PER", "text": ",", "first_word": 1, "last_word": 1, "start": 5, "end": 6},
                  {"type": "PER", "text": "Bo", "first_word": 2, "last_word": 2, "start": 7, "end": 9}]}
                """));
  }

  @Test
  void joinsTheWordsOfAnEntity() throws IOException {
    Path file = write("words.txt", "Ada\nLovelace\n");
    Path inside = tagger("inside", List.of("B-PER", "I-PER", "O"), 1, 2, 0);
    assertThat(tag(inside, file, "--json", "--words")).as(err()).isZero();
    assertThat(MAPPER.readTree(out()).get("entities"))
        .isEqualTo(
            MAPPER.readTree(
                """
                [{"type": "PER", "text": "Ada Lovelace", "first_word": 0, "last_word": 1}]
                """));
  }

  @Test
  void measuresTheAccuracyOfPartsOfSpeech() throws IOException {
    Path file = write("a.tsv", "the\tDET\ncat\tNOUN\n\nDogs\tNOUN\nbark\tVERB\n");
    Path other = write("b.tsv", "Rain\tNOUN\n");
    assertThat(tag(nouns, file, other, "--evaluate")).as(err()).isZero();
    assertThat(out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "file words accuracy", file + " 4 0.5000", other + " 1 1.0000", "mean 0.7500");
  }

  @Test
  void measuresSpansByTypes() throws IOException {
    Path file = write("ner.tsv", "Ada\tB-PER\nin\tO\nBonn\tB-LOC\n\nBo\tB-PER\n");
    assertThat(tag(people, file, "--evaluate")).isEqualTo(1);
    assertThat(err())
        .contains(
            file
                + ": has the labels B-LOC, but the model "
                + people
                + " has only B-PER, I-PER, O: use files with the labels of the model, or a model"
                + " that was trained on those of the file, or state the types of entities to"
                + " measure (--types)");
    assertThat(tag(people, file, "--evaluate", "--types", "PER", "--per-type")).isZero();
    assertThat(out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "file entities F1 precision recall",
            file + " 2 0.6667 0.5000 1.0000",
            "",
            file + " entities predicted precision recall F1",
            "PER 2 4 0.5000 1.0000 0.6667");
    int before = out().length();
    assertThat(tag(people, file, "--evaluate", "--types", "PER", "--json")).isZero();
    JsonNode found = MAPPER.readTree(out().substring(before));
    assertThat(found.at("/mean/precision").asDouble()).isEqualTo(0.5);
    assertThat(found.at("/files/0/types/PER/predicted").asInt()).isEqualTo(4);
  }

  @Test
  void comparesTwoTaggers() throws IOException {
    Path file = write("a.tsv", "cat\tNOUN\n\n".repeat(12));
    Path verbs = tagger("verbs", List.of("DET", "NOUN", "VERB"), 0, 0, 1);
    assertThat(tag(nouns, file, "--evaluate", "--compare", verbs)).as(err()).isZero();
    assertThat(out().lines().skip(1).map(line -> line.replaceAll(" +", " ")))
        .as("all 12 sentences differ: 2 of 2^12 assignments are as extreme")
        .containsExactly(file + " 12 1.0000 0.0000 -1.0000 0.0005");
    Path names = write("ner.tsv", "Ada\tB-PER\n\n".repeat(12));
    Path outside = tagger("outside", List.of("B-PER", "I-PER", "O"), 0, 0, 1);
    int before = out().length();
    assertThat(tag(people, names, "--evaluate", "--compare", outside, "--json")).isZero();
    JsonNode found = MAPPER.readTree(out().substring(before)).at("/files/0");
    assertThat(found.get("f1").asDouble()).isEqualTo(1);
    assertThat(found.get("compared_f1").asDouble()).isZero();
    assertThat(found.get("p").asDouble()).isEqualTo(2.0 / (1 << 12));
  }

  @Test
  void namesTheComparedModelThatDoesNotKnowATag() throws IOException {
    Path file = write("a.tsv", "cat\tNOUN\n");
    assertThat(tag(nouns, file, "--evaluate", "--compare", people)).isEqualTo(1);
    Path places = tagger("places", List.of("B-LOC", "I-LOC", "O"), 1, 0, 0);
    Path names = write("ner.tsv", "Ada\tB-PER\nin\tO\n");
    assertThat(tag(people, names, "--evaluate", "--compare", places)).isEqualTo(1);
    assertThat(tag(people, names, "--evaluate", "--compare", nouns)).isEqualTo(1);
    assertThat(err())
        .contains(file + ": has the labels NOUN, but the model " + people + " has only B-PER")
        .contains(names + ": has the labels B-PER, but the model " + places + " has only B-LOC")
        .contains(names + ": has the labels B-PER, O, but the model " + nouns + " has only DET");
  }

  @Test
  void rejectsOptionsWithoutEffect() throws IOException {
    Path file = write("a.tsv", "cat\tNOUN\n");
    assertThat(tag(nouns, file, "--types", "PER")).isEqualTo(1);
    assertThat(tag(nouns, file, "--evaluate", "--types", "PER")).isEqualTo(1);
    assertThat(tag(nouns, file, "--evaluate", "--words")).isEqualTo(1);
    assertThat(tag(nouns, file, "--words", "--language", "en")).isEqualTo(1);
    assertThat(tag(people, file, "--evaluate")).isEqualTo(1);
    assertThat(err())
        .contains("--types and --per-type need --evaluate")
        .contains(
            "--types and --per-type are for entities, and the tags of the model are DET, NOUN")
        .contains("--words and --language describe text without tags")
        .contains("which --words states to be done")
        .contains("has the labels NOUN, but the model " + people + " has only B-PER");
  }
}
