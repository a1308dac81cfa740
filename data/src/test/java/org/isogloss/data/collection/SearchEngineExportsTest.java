// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.summary.DataSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents as search engines and viewers of data sets export them. */
class SearchEngineExportsTest {
  private static final Language DE = Language.of("de");

  @TempDir Path folder;

  /** Writes JSON in which ' stands for ", and ~ for a line end. */
  private Path write(String json) throws IOException {
    return Files.writeString(
        folder.resolve("export.json"), json.replace('\'', '"').replace('~', '\n'));
  }

  private static List<Document> documents(Path file) {
    return Documents.read(file, DE, OnError.FAIL).toList();
  }

  private static Document document(String id, String text) {
    return new Document(id, DE, "t", text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The bulk format of Elasticsearch.
        "{'index':{'_index':'i','_id':'1'}}~{'title':'t','body':'x'}~~"
            + "{'create':{'_id':2}}~{'title':'t','body':'y'}~",
        "{'index':{}}~{'id':'1','title':'t','text':'x'}~{'index':{}}~"
            + "{'id':'2','title':'t','text':'y'}~",
        // Dumps and responses of Elasticsearch.
        "{'_index':'i','_id':'1','_score':1,'_source':{'title':'t','text':'x'}}~"
            + "{'_source':{'title':'t','text':'y'},'_id':'2'}~",
        "{'took':1,'hits':{'total':{'value':2},'hits':[{'_id':'1','_source':{'title':'t',"
            + "'text':'x'}},~{'_id':'2','_source':{'title':'t','text':'y'}}],'max':1},'z':{}}~",
        // Vespa: feeds as lines and as an array, dumps, results.
        "{'put':'id:ns:doc::1','fields':{'title':'t','text':'x'}}~"
            + "{'fields':{'title':'t','text':'y'},'put':'id:ns:doc:g=a:2'}~",
        "[{'put':'id:ns:doc::1','fields':{'title':'t','text':'x'}},~"
            + "{'id':'id:ns:doc::2','fields':{'title':'t','text':'y'}}]",
        "{'root':{'id':'toplevel','children':[{'id':'id:a:b::1','fields':{'title':'t','text':'x'}},"
            + "{'id':'id:a:b::2','fields':{'title':'t','text':'y'}}]}}",
        // Solr: updates and responses, with values in lists.
        "[{'id':'1','title':['t'],'text':['x']},{'id':'2','title':'t','text':'y'}]",
        "{'add':{'doc':{'id':'1','title':'t','text':'x'}}}~"
            + "{'add':{'doc':{'id':'2','title':'t','text':'y'}}}~",
        "{~ 'responseHeader':{'status':0},~ 'response':{'numFound':2,'docs':[~"
            + "{'id':'1','title':'t','text':'x'},{'id':'2','title':'t','text':'y'}]}}~",
        // The viewer of data sets of Hugging Face.
        "{'features':[{'name':'id'}],'rows':[{'row_idx':0,'row':{'id':'1','title':'t','text':'x'},"
            + "'truncated_cells':[]},{'row_idx':1,'row':{'id':'2','title':'t','text':'y'}}]}",
      })
  void readsDocuments(String json) throws IOException {
    Path file = write(json);
    assertThat(documents(file)).containsExactly(document("1", "x"), document("2", "y"));
    DataSummary summary = DataSummary.of(file);
    assertThat(summary.records()).isEqualTo(2);
    assertThat(summary.skipped()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'index':{'_id':'1'}}~{'query':'x'}~{'index':{}}~{'qid':2,'text':'y'}~",
        "{'_id':'1','_source':{'query':'x'}}~{'_id':'2','_source':{'question':'y'}}~",
        "{'took':1,'hits':{'hits':[{'_id':'1','_source':{'query':'x'}},"
            + "{'_id':'2','_source':{'query':'y'}}]}}",
        "{'put':'id:ns:query::1','fields':{'text':'x'}}~{'put':'id:n:q::2','fields':{'text':'y'}}~",
        "{'row_idx':0,'row':{'_id':'1','title':'','text':'x'}}~{'row_idx':1,'row':{'_id':2,"
            + "'title':'','text':'y'}}~",
        "{'features':[],'rows':[{'row_idx':0,'row':{'_id':'1','title':'','text':'x'}},"
            + "{'row_idx':1,'row':{'_id':2,'title':'','text':'y'}}]}",
        "[{'qid':1,'title':' ','text':'x'},{'qid':2,'text':'y'}]",
      })
  void readsQueries(String json) throws IOException {
    Path file = write(json);
    assertThat(Queries.read(file, DE, OnError.FAIL).toList())
        .containsExactly(new Query("1", DE, "x"), new Query("2", DE, "y"));
    DataSummary summary = DataSummary.of(file);
    assertThat(summary.records()).isEqualTo(2);
    assertThat(summary.skipped()).isZero();
  }

  @Test
  void theOuterIdCounts() throws IOException {
    Path file = write("{'_id':'1','_source':{'id':7,'title':'t','text':'x'}}\n");
    assertThat(documents(file))
        .containsExactly(
            document("1", "x").withMetadata(Metadata.EMPTY.with("id", MetadataValue.of(7))));
    FieldNames names = FieldNames.DOCUMENTS.withId("id");
    assertThat(
            Documents.read(file, DocumentOptions.DEFAULT.withNames(names).withDefaultLanguage(DE))
                .toList())
        .containsExactly(document("7", "x"));
  }

  @Test
  void skipsWhatIsNoCompleteDocument() throws IOException {
    Path bulk =
        write(
            """
            {'delete':{'_id':'1'}}
            {'update':{'_id':'2'}}
            {'doc':{'text':'x'}}
            {'index':{'_id':'3'}}
            {'title':'t','text':'x'}
            {'text':'no action'}
            {'index':{'_id':'4'}}
            """);
    assertThat(DataFormat.detect(bulk)).isEqualTo(DataFormat.ELASTICSEARCH_BULK);
    Records<Document> records = Documents.read(bulk, DE, OnError.SKIP);
    assertThat(records.toList()).containsExactly(document("3", "x"));
    assertThat(records.problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            one -> assertThat(one).startsWith(bulk + ":1: the action is \"delete\", expected"),
            two -> assertThat(two).startsWith(bulk + ":3: the action is \"update\", expected"),
            three ->
                assertThat(three).startsWith(bulk + ":6: is not an action, expected one such as"),
            four -> assertThat(four).contains("the last action has no document"));
    Path feed =
        write(
            "{'put':'id:n:d::1','fields':{'title':'t','text':'x'}}~{'remove':'id:n:d::2'}~"
                + "{'put':'id:n:d::4','fields':{'title':'t','text':'x'}}~"
                + "{'update':'id:n:d::3','fields':{'title':{'assign':'t'}}}~");
    Records<Document> puts = Documents.read(feed, DE, OnError.SKIP);
    assertThat(puts.toList()).extracting(Document::id).containsExactly("1", "4");
    assertThat(puts.problems().getFirst())
        .hasMessageContaining("the document \"id:n:d::2\" is removed here");
  }

  @Test
  void reportsATruncatedResponse() throws IOException {
    Path file = write("{'hits':{'hits':[{'_id':'1','_source':{'text':'x'}},{'_id'");
    assertThatThrownBy(() -> documents(file)).hasMessageContaining("is not JSON");
  }
}
