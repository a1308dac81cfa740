// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordReaderContractTest;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonlDocumentsTest extends RecordReaderContractTest<Document> {
  private static final Language DE = Language.of("de");

  @Override
  public String fileName() {
    return "docs.jsonl";
  }

  @Override
  public Records<Document> read(Path file, OnError onError) {
    return JsonlDocuments.read(file, onError);
  }

  @Override
  public List<String> good() {
    return List.of(
        "{\"id\": \"d1\", \"title\": \"Brücken\", \"text\": \"Alle Brücken.\", \"language\":"
            + " \"deu\"}",
        "{\"_id\":\"d2\",\"text\":\"A \\\"text\\\"\\n"
            + "of two lines \\ud83d\\ude00\",\"metadata\":{\"a\":[1,null],\"b\":{\"c\":true}},\"price\":1.50,\"date\":\"2024-01-01\"}",
        " {\"docid\": 17, \"contents\": \"語\", \"title\": null, \"lang\": \"zh-Hant\"} ");
  }

  @Override
  public List<Document> expected() {
    return List.of(
        new Document("d1", DE, "Brücken", "Alle Brücken."),
        new Document(
            "d2",
            Language.UNDETERMINED,
            "",
            "A \"text\"\nof two lines 😀",
            Metadata.EMPTY
                .with("price", MetadataValue.of(1.5))
                .with("date", MetadataValue.of("2024-01-01"))
                .with("a", new MetadataValue.ListValue(List.of(MetadataValue.of(1))))
                .with("b.c", MetadataValue.of(true))),
        new Document("17", Language.of("zh-Hant"), "", "語"));
  }

  @Override
  public List<Bad> bad() {
    return List.of(
        new Bad("cut JSON", "{\"id\": \"a\", \"text\": \"b", "is not JSON, at column"),
        new Bad("no quotes", "{id: a, text: b}", "is not JSON, at column 2", "JSON library"),
        new Bad("a list", "[1, 2]", "found a list, expected a JSON object"),
        new Bad("a word", "\"word\"", "found \"word\", expected a JSON object"),
        new Bad("two objects", "{\"id\":\"a\",\"text\":\"b\"} {}", "one object on each line"),
        new Bad(
            "no id",
            "{\"idd\":\"a\",\"text\":\"b\"}",
            "has no \"id\" and no other known name of the id; it has \"idd\", \"text\"; did you mean"
                + " \"idd\"?",
            "rename the key of the id, or specify its name"),
        new Bad(
            "no text",
            "{\"id\":\"a\"}",
            "has no \"text\" and no other known name of the text; it has \"id\""),
        new Bad(
            "text under an unknown name",
            "{\"id\":\"a\",\"title\":\"Oil\",\"inhalt\":\"Die Industrie begann in Pennsylvania.\"}",
            "has no text, but \"inhalt\" with 37 characters may be the text",
            "rename it to \"text\"",
            "or specify its name"),
        new Bad(
            "text under an unknown name in a script without spaces",
            "{\"id\":\"a\",\"title\":\"石油\",\"正文\":\"石油工业始于宾夕法尼亚州的泰特斯维尔。\"}",
            "has no text, but \"正文\""),
        new Bad(
            "a list of paragraphs under an unknown name",
            "{\"id\":\"a\",\"title\":\"t\",\"absätze\":[\"The first paragraph,\",\"the second.\"]}",
            "has no text, but \"absätze\""),
        new Bad("no key at all", "{}", "it has nothing"),
        new Bad(
            "a list of two types",
            "{\"id\":\"a\",\"text\":\"b\",\"tags\":[\"x\",2]}",
            "\"tags\": a list contains the string \"x\" and the number 2"),
        new Bad(
            "a field twice",
            "{\"id\":\"a\",\"text\":\"b\",\"m\":{\"x\":1},\"m.x\":2}",
            "the field \"m.x\" is given by two keys"),
        new Bad(
            "unpaired surrogate in another key",
            "{\"id\":\"a\",\"text\":\"b\",\"author\":\"\\ud83d\"}",
            "\"author\" contains an unpaired surrogate"),
        new Bad(
            "text is null beside a title",
            "{\"id\":\"a\",\"title\":\"t\",\"text\":null}",
            "\"text\" is null"),
        new Bad("text is null", "{\"id\":\"a\",\"text\":null}", "\"text\" is null: fill"),
        new Bad(
            "blank after the id",
            "{\"id\":\"a \",\"text\":\"x\"}",
            "\"a \" begins or ends with a blank"),
        new Bad("line end in the id", "{\"id\":\"a\\nb\",\"text\":\"x\"}", "contains a line end"),
        new Bad(
            "long id",
            "{\"id\":\"" + "a".repeat(10_000) + "\",\"text\":\"x\"}",
            "is 10000 characters long, expected at most 1000: shorten \"aaa"),
        new Bad("blank id", "{\"id\":\" \",\"text\":\"b\"}", "\"id\" is empty"),
        new Bad("id is a fraction", "{\"id\":1.5,\"text\":\"b\"}", "\"id\" is the number 1.5"),
        new Bad("id is a list", "{\"id\":[1],\"text\":\"b\"}", "\"id\" is a list", "a string"),
        new Bad("text is a number", "{\"id\":\"a\",\"text\":5}", "\"text\" is the number 5"),
        new Bad("text is an object", "{\"id\":\"a\",\"text\":{}}", "\"text\" is an object"),
        new Bad(
            "title is true", "{\"id\":\"a\",\"text\":\"b\",\"title\":true}", "\"title\" is true"),
        new Bad(
            "twice the same key", "{\"id\":\"a\",\"text\":\"b\",\"text\":\"c\"}", "\"text\" twice"),
        new Bad(
            "twice the same inner key",
            "{\"id\":\"a\",\"text\":\"b\",\"m\":{\"x\":1,\"x\":1}}",
            "\"x\" twice"),
        new Bad(
            "unpaired surrogate", "{\"id\":\"a\",\"text\":\"\\ud83d\"}", "an unpaired surrogate"),
        new Bad("escaped NUL", "{\"id\":\"a\",\"text\":\"b\\u0000\"}", "NUL character"),
        new Bad("raw line end in quotes", "{\"id\":\"a\",\"text\":\"b\u0007\"}", "is not JSON"),
        new Bad(
            "nothing to find",
            "{\"id\":\"a\",\"text\":\" \\u00a0\",\"title\":\"\\u3000\"}",
            "neither title nor text"),
        new Bad(
            "unknown language",
            "{\"id\":\"a\",\"text\":\"b\",\"language\":\"germn\"}",
            "unknown language \"germn\"",
            "expected an ISO 639 code"),
        new Bad(
            "language is a number",
            "{\"id\":\"a\",\"text\":\"b\",\"language\":5}",
            "\"language\" is the number 5"),
        new Bad(
            "deep",
            "{\"id\":\"a\",\"text\":\"b\",\"x\":" + "[".repeat(200) + "]".repeat(200) + "}",
            "is not JSON"));
  }

  @Override
  public String longRecord(int characters) {
    return "{\"id\":\"long\",\"text\":\"" + "x".repeat(characters) + "\"}";
  }

  @Test
  void suggestsTheNearestLanguage() throws IOException {
    Path file = write("{\"id\":\"a\",\"text\":\"b\",\"language\":\"german\"}\n");
    Records<Document> records = read(file, OnError.SKIP);
    assertThat(records.toList()).isEmpty();
    assertThat(records.problems().getFirst()).hasMessageContaining("did you mean de?");
  }

  @Test
  void readsOtherFieldNames() throws IOException {
    Path file = write("{\"nr\": \"a\", \"body\": \"b\", \"headline\": \"c\", \"text\": 5}\n");
    FieldNames names =
        FieldNames.DOCUMENTS.withId("nr").withText("body").withTitle("headline").withLanguage();
    assertThat(JsonlDocuments.read(file, names, DE, OnError.FAIL).toList())
        .containsExactly(
            new Document("a", DE, "c", "b")
                .withMetadata(Metadata.EMPTY.with("text", MetadataValue.of(5))));
  }

  /** Keys of MS MARCO 1 and 2, BEIR, Hugging Face and LangChain. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiter = ';',
      value = {
        "{'docid':'D1','url':'u','title':'t','headings':'h','body':'x'}; D1",
        "{'pid':'P1','passage':'x','spans':'(0,9)','docid':'D1'}; P1",
        "{'docid':'D1#0','url':'u','title':'t','headings':'h','segment':'x','start_char':0}; D1#0",
        "{'_id':'1','title':'','text':'x'}; 1",
        "{'id':1,'text':null,'content':'x'}; 1",
        "{'id':1,'text':'','content':'x'}; 1",
        "{'id':1,'title':'t','context':'x'}; 1",
        "{'doc_id':'1','page_content':'x'}; 1",
        "{'docId':'1','pageContent':'x'}; 1",
        "{'ID':'1','Headline':'t','Body':'x'}; 1",
        "{'id':'1','title':['t'],'text':['x']}; 1",
      })
  void recognisesCommonNames(String json, String id) throws IOException {
    Document document = read(write(json.replace('\'', '"')), OnError.FAIL).next();
    assertThat(document.id()).isEqualTo(id);
    assertThat(document.title()).isEqualTo(json.contains("'t'") ? "t" : "");
    assertThat(document.text()).isEqualTo("x");
    assertThat(document.metadata().fields().keySet())
        .isSubsetOf("url", "headings", "spans", "docid", "start_char");
  }

  @Test
  void keepsOtherKnownNamesAsMetadata() throws IOException {
    Path file =
        write("{\"id\":1,\"docid\":\"D\",\"body\":\"b\",\"text\":\"x\",\"document\":{\"n\":2}}");
    assertThat(read(file, OnError.FAIL).toList())
        .containsExactly(
            new Document("1", Language.UNDETERMINED, "", "x")
                .withMetadata(
                    Metadata.EMPTY
                        .with("docid", MetadataValue.of("D"))
                        .with("body", MetadataValue.of("b"))
                        .with("document.n", MetadataValue.of(2))));
  }

  @Test
  void joinsTheParagraphsOfAList() throws IOException {
    Path file = write("{\"id\":1,\"text\":[\"one\",\"two\"]}");
    assertThat(read(file, OnError.FAIL).next().text()).isEqualTo("one\n\ntwo");
  }

  @Test
  void aDocumentMayConsistOfItsTitle() throws IOException {
    for (String others :
        List.of(
            "\"author\":\"Ada Lovelace\"",
            "\"url\":\"https://example.org/a/very/long/address/of/a/page\"",
            "\"text\":\"\",\"abstrakt\":\"a long string with many words, but not the text\"")) {
      Path file = write("{\"id\":1,\"title\":\"Rhein\"," + others + "}");
      assertThat(read(file, OnError.FAIL).next().title()).isEqualTo("Rhein");
    }
  }

  @Test
  void readsNestedKeysAndRequiresATextThatWasNamed() throws IOException {
    Path file =
        write(
            "{\"nr\":1,\"page\":{\"body\":\"b\",\"n\":2},\"title\":\"t\"}\n{\"nr\":2,\"title\":\"t\"}\n");
    FieldNames names = FieldNames.DOCUMENTS.withId("nr").withRequiredText("page.body");
    Records<Document> records = JsonlDocuments.read(file, names, DE, OnError.SKIP);
    assertThat(records.toList())
        .containsExactly(
            new Document("1", DE, "t", "b")
                .withMetadata(Metadata.EMPTY.with("page.n", MetadataValue.of(2))));
    assertThat(records.problems().getFirst())
        .hasMessageContaining("has no \"page.body\"; it has \"nr\", \"title\"");
  }

  @Test
  void declaredLanguageOverridesTheDefaultLanguage() throws IOException {
    Path file =
        write(
            "{\"id\":1,\"text\":\"b\",\"lang\":\"fr\"}\n{\"id\":2,\"text\":\"b\",\"lang\":\"\"}\n");
    assertThat(JsonlDocuments.read(file, FieldNames.DOCUMENTS, DE, OnError.FAIL).toList())
        .extracting(Document::language)
        .containsExactly(Language.of("fr"), DE);
  }

  @Test
  void readsWhatItWrites() {
    for (FieldNames names : List.of(FieldNames.DOCUMENTS, FieldNames.DOCUMENTS.withId("_id"))) {
      Path file = folder.resolve("written.jsonl.gz");
      try (RecordWriter<Document> writer = JsonlDocuments.writer(file, names)) {
        writer.writeAllAndCommit(expected().iterator());
      }
      assertThat(JsonlDocuments.read(file, names, Language.UNDETERMINED, OnError.FAIL).toList())
          .isEqualTo(expected());
    }
  }
}
