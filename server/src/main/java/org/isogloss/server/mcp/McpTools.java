// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.api.SearchArguments;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.RequestException;

/** The tools of all agents: {@code search}, {@code get_document} and {@code list_languages}. */
final class McpTools {
  /** Tells agents what the server is for. */
  static final String INSTRUCTIONS =
      "Searches document collections in many languages. A query in any language finds documents in"
          + " all languages: do not translate it. Use list_languages to see what a collection"
          + " contains, search to find passages, and get_document to read a whole document.";

  private static final int MAX_TOP = 50;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The schema up to the braces that end it, before which an argument may follow. */
  private static final String SEARCH_ARGUMENTS =
      """
      {"type": "object", "additionalProperties": false, "required": ["query"], "properties": {
        "query": {"type": "string", "description": "What to find, in any language"},
        "query_language": {"type": "string", "description": "ISO 639 code of the query's language"},
        "languages": {"type": "array", "items": {"type": "string"},
          "description": "Only documents in these languages, such as de or zh-Hant"},
        "filter": {"type": "string", "description":
          "Condition on fields, such as category = \\"recipe\\" and date >= 2024-01-01"},
        "min_probability": {"type": "number", "minimum": 0, "maximum": 1,
          "description": "Leave out passages that answer the query with less than this probability"},
        "sort": {"type": "array", "items": {"type": "string"},
          "description": "Fields by which likely passages are sorted, such as date desc"},
        "top": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10,
          "description": "Maximum number of passages"},
        "index": {"type": "string", "description": "Name of the collection, if there are several"}
      """;

  private static final String ANSWERS_ARGUMENT =
      """
        , "answers": {"type": "integer", "minimum": 1, "maximum": 20, "description":
          "Maximum number of answers to find in the best passages, if the query is a question"}
      """;

  private static final String DOCUMENT_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {
        "id": {"type": "string", "description": "Id of a document, as search returns it"},
        "index": {"type": "string", "description": "Name of the collection, if there are several"}}}
      """;

  private static final String LANGUAGES_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "properties": {
        "index": {"type": "string", "description": "Name of the collection; all without it"}}}
      """;

  private final Catalog catalog;

  McpTools(Catalog catalog) {
    this.catalog = catalog;
  }

  List<McpTool> all() {
    return List.of(
        new McpTool(
            "search",
            "Search documents",
            "Find passages of documents in any language for a query in any language. Returns their"
                + " ids, languages, titles, texts and, if known, the probability that they answer"
                + " the query.",
            searchSchema(),
            guarded(this::search)),
        new McpTool(
            "get_document",
            "Read a document",
            "Return the text and the fields of one document.",
            DOCUMENT_SCHEMA,
            guarded(this::document)),
        new McpTool(
            "list_languages",
            "List languages",
            "List the collections with their languages, numbers of passages, and fields for"
                + " filters.",
            LANGUAGES_SCHEMA,
            guarded(this::languages)));
  }

  /** Returns the schema of a search, with the argument for answers if an index has a model. */
  private String searchSchema() {
    boolean answers = catalog.indexes().stream().anyMatch(index -> index.answers().isPresent());
    return SEARCH_ARGUMENTS + (answers ? ANSWERS_ARGUMENT : "") + "}}";
  }

  /** What a tool returns: text for the model, and the same as JSON for programs. */
  private record Output(String text, ObjectNode json) {}

  @FunctionalInterface
  private interface Action {
    Output run(Arguments arguments);
  }

  /** Turns errors into results, from which the model of the agent can learn. */
  private static Function<Map<String, Object>, McpSchema.CallToolResult> guarded(Action action) {
    return given -> {
      McpSchema.CallToolResult.Builder result = McpSchema.CallToolResult.builder();
      try {
        ObjectNode object = MAPPER.valueToTree(given == null ? Map.of() : given);
        Output output = action.run(new Arguments(object));
        return result
            .addTextContent(output.text())
            .structuredContent(MAPPER.convertValue(output.json(), Map.class))
            .build();
      } catch (RequestException e) {
        return result.addTextContent(e.getMessage()).isError(true).build();
      }
    };
  }

  private Output search(Arguments arguments) {
    arguments.integer("top", 1, MAX_TOP);
    SearchArguments search = SearchArguments.read(arguments, catalog).withAnswers(arguments);
    arguments.requireNoOthers();
    SearchResults results = search.index().use(engine -> engine.search(search.request()));
    return new Output(McpSearchResults.text(results), McpSearchResults.json(results));
  }

  private Output document(Arguments arguments) {
    String id = arguments.string("id");
    ServedIndex index = catalog.index(arguments.findString("index"));
    arguments.requireNoOthers();
    StoredDocument document =
        index
            .use(engine -> engine.find(id))
            .orElseThrow(
                () ->
                    RequestException.of(
                        RequestException.Reason.NOT_FOUND,
                        "id",
                        "the collection "
                            + index.name()
                            + " has no document "
                            + Excerpt.quote(id)));
    String language = document.language().tag();
    String title = document.title();
    StringJoiner text = new StringJoiner("\n\n");
    text.add("[" + language + "] " + (title.isEmpty() ? id : title));
    document.passages().forEach(passage -> text.add(passage.text()));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id).put("language", language).put("title", title);
    json.set("metadata", MetadataJson.write(document.metadata()));
    ArrayNode list = json.putArray("passages");
    document.passages().forEach(passage -> list.add(passage.text()));
    return new Output(text.toString(), json);
  }

  private Output languages(Arguments arguments) {
    List<ServedIndex> indexes =
        arguments.has("index")
            ? List.of(catalog.index(arguments.findString("index")))
            : List.copyOf(catalog.indexes());
    arguments.requireNoOthers();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode list = json.putArray("indexes");
    StringJoiner text = new StringJoiner("\n\n");
    for (ServedIndex index : indexes) {
      IndexDescription description = index.describe();
      list.add(IndexDescriptionJson.write(description));
      StringJoiner languages = new StringJoiner(", ");
      description
          .passagesByLanguage()
          .forEach(
              (language, count) ->
                  languages.add(language.name() + " (" + language.tag() + ") " + count));
      text.add(
          "Collection "
              + index.name()
              + ": "
              + description.documentCount()
              + " documents. Passages in each language: "
              + languages
              + ". Fields: "
              + description.fields());
    }
    return new Output(text.toString(), json);
  }
}
