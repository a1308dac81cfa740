// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.json.IndexDescriptionJson;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.api.ConcordanceApi;
import org.isogloss.server.api.SearchArguments;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.catalog.VisibleIndexes;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.RequestException;

/**
 * The tools of all agents: {@code search}, {@code fetch}, {@code similar}, {@code list_languages},
 * {@code answer} if the server has a model for it, and {@code concordance} if it has a bitext.
 * {@code search} and {@code fetch} have the form that the connectors of ChatGPT expect.
 */
final class McpTools {
  /** Tells agents what the server is for. */
  static final String INSTRUCTIONS =
      "Searches document collections in many languages. A query in any language finds documents in"
          + " all languages: do not translate it. Use list_languages to see what a collection"
          + " contains, search to find passages, and fetch to read a whole document.";

  private static final int MAX_TOP = 50;
  private static final int MAX_ANSWERS = 20;
  private static final int DEFAULT_ANSWERS = 5;

  /** Characters of a document by which similar ones are found. */
  private static final int MAX_QUERY = 1_000;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The schema up to the braces that end it, before which an argument may follow. */
  private static final String SEARCH_ARGUMENTS =
      """
      {"type": "object", "additionalProperties": false, "required": ["query"], "properties": {
        "query": {"type": "string", "description":
          "What to find, in any language; \\"exact words\\", -excluded, +required, begin* and field:value restrict the documents"},
        "literal": {"type": "boolean", "default": false,
          "description": "Whether the query has no such operators, so that all characters are text"},
        "query_language": {"type": "string", "description": "ISO 639 code of the query's language"},
        "languages": {"type": "array", "items": {"type": "string"},
          "description": "Only documents in these languages, such as de or zh-Hant"},
        "filter": {"type": "string", "description":
          "Condition on fields, such as category = \\"recipe\\" and date >= 2024-01-01"},
        "prefer": {"type": "array", "items": {"type": "string"}, "description":
          "Languages that come first, best first; without any, the query's language"},
        "preference": {"type": "number", "minimum": 0, "maximum": 1, "description":
          "How much they come first: 0 not at all, 1 also before better answers"},
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

  private static final String SEARCH_OUTPUT =
      """
      {"type": "object", "required": ["results"], "properties": {
        "note": {"type": "string"},
        "results": {"type": "array", "items": {"type": "object",
          "required": ["id", "title", "url", "text", "language"], "properties": {
            "id": {"type": "string"}, "title": {"type": "string"}, "url": {"type": "string"},
            "text": {"type": "string"}, "language": {"type": "string"},
            "score": {"type": "number"}, "probability": {"type": "number"},
            "preferred": {"type": "boolean"}, "pinned": {"type": "boolean"},
            "metadata": {"type": "object"}}}},
        "answers": {"type": "array", "items": {"type": "object"}},
        "nothing_surely_answers": {"type": "boolean"},
        "conditions": {"type": "string", "description": "The operators of the query, as a filter"},
        "suggestion": {"type": "string",
          "description": "The query with other words for those that are probably misspelt"},
        "query_language": {"type": "string"},
        "query_language_probability": {"type": "number"}}}
      """;

  private static final String ANSWER_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["question"], "properties": {
        "question": {"type": "string", "description": "A question in any language"},
        "languages": {"type": "array", "items": {"type": "string"},
          "description": "Only documents in these languages, such as de or zh-Hant"},
        "filter": {"type": "string", "description": "Condition on fields"},
        "top": {"type": "integer", "minimum": 1, "maximum": 20, "default": 5,
          "description": "Maximum number of answers"},
        "index": {"type": "string", "description": "Name of the collection, if there are several"}}}
      """;

  private static final String ANSWER_OUTPUT =
      """
      {"type": "object", "required": ["answers", "nothing_surely_answers"], "properties": {
        "answers": {"type": "array", "items": {"type": "object",
          "required": ["text", "probability", "sources"]}},
        "nothing_surely_answers": {"type": "boolean"}}}
      """;

  private static final String SIMILAR_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {
        "id": {"type": "string", "description": "Id of a document, as search returns it"},
        "languages": {"type": "array", "items": {"type": "string"},
          "description": "Only documents in these languages, such as de or zh-Hant"},
        "filter": {"type": "string", "description": "Condition on fields"},
        "top": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10,
          "description": "Maximum number of documents"},
        "index": {"type": "string", "description": "Name of the collection, if there are several"}}}
      """;

  private static final String DOCUMENT_OUTPUT =
      """
      {"type": "object", "required": ["id", "title", "text", "url", "language"], "properties": {
        "id": {"type": "string"}, "title": {"type": "string"}, "text": {"type": "string"},
        "url": {"type": "string"}, "language": {"type": "string"},
        "metadata": {"type": "object"}}}
      """;

  private static final String LANGUAGES_OUTPUT =
      """
      {"type": "object", "required": ["indexes"], "properties": {
        "indexes": {"type": "array", "items": {"type": "object"}}}}
      """;

  private static final String DOCUMENT_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {
        "id": {"type": "string", "description": "Id of a document, as search returns it"},
        "index": {"type": "string", "description": "Name of the collection, if there are several"}}}
      """;

  private static final String CONCORDANCE_SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["words"], "properties": {
        "words": {"type": "string", "description":
          "One or more words in a row, in one of the two languages; * stands for any letters"},
        "language": {"type": "string", "description":
          "The language of the words; without it the first one in which they occur"},
        "top": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10,
          "description": "Maximum number of translations, and of sentences"},
        "corpus": {"type": "string", "description": "Name of the corpus, if there are several"}}}
      """;

  private static final String CONCORDANCE_OUTPUT =
      """
      {"type": "object", "required": ["corpus", "occurrences", "translations", "lines"],
        "properties": {
          "corpus": {"type": "string"}, "occurrences": {"type": "integer"},
          "translations": {"type": "array", "items": {"type": "object",
            "required": ["words", "count", "share"]}},
          "lines": {"type": "array", "items": {"type": "object",
            "required": ["source", "target"]}}}}
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
    List<McpTool> tools = new ArrayList<>();
    tools.add(
        new McpTool(
            "search",
            "Search documents",
            "Find passages of documents in any language for a query in any language. Returns their"
                + " ids, titles, addresses, languages, texts and, if known, the probability that"
                + " they answer the query.",
            searchSchema(),
            SEARCH_OUTPUT,
            guarded(this::search)));
    tools.add(
        new McpTool(
            "fetch",
            "Read a document",
            "Return the text, the address and the fields of one document.",
            DOCUMENT_SCHEMA,
            DOCUMENT_OUTPUT,
            guarded(this::fetch)));
    tools.add(
        new McpTool(
            "similar",
            "Find similar documents",
            "Find documents in any language about the same as one document, such as its"
                + " translations.",
            SIMILAR_SCHEMA,
            SEARCH_OUTPUT,
            guarded(this::similar)));
    if (catalog.findsAnswers()) {
      tools.add(
          new McpTool(
              "answer",
              "Answer a question",
              "Find the answer to a question in documents of any language, as they state it, with"
                  + " its sources.",
              ANSWER_SCHEMA,
              ANSWER_OUTPUT,
              guarded(this::answer)));
    }
    tools.add(
        new McpTool(
            "list_languages",
            "List languages",
            "List the collections with their languages, numbers of passages, and fields for"
                + " filters.",
            LANGUAGES_SCHEMA,
            LANGUAGES_OUTPUT,
            guarded(this::languages)));
    if (!catalog.corpora().isEmpty()) {
      tools.add(
          new McpTool(
              "concordance",
              "Look up how words are translated",
              "Show how words are used and translated in a corpus of sentences with their"
                  + " translations: translations with counts, and sentences.",
              CONCORDANCE_SCHEMA,
              CONCORDANCE_OUTPUT,
              guardedWithGrant(this::concordance)));
    }
    return tools;
  }

  /** Returns the schema of a search, with the argument for answers if the server has a model. */
  private String searchSchema() {
    return SEARCH_ARGUMENTS + (catalog.findsAnswers() ? ANSWERS_ARGUMENT : "") + "}}";
  }

  @FunctionalInterface
  private interface Action {
    ObjectNode run(Arguments arguments, VisibleIndexes indexes);
  }

  /** An action on other things than indexes. */
  @FunctionalInterface
  private interface GrantedAction {
    ObjectNode run(Arguments arguments, Grant grant);
  }

  private McpTool.Call guarded(Action action) {
    return guardedWithGrant((arguments, grant) -> action.run(arguments, catalog.visibleTo(grant)));
  }

  /** Turns errors into results, from which the model of the agent can learn. */
  private static McpTool.Call guardedWithGrant(GrantedAction action) {
    return (grant, given) -> {
      McpSchema.CallToolResult.Builder result = McpSchema.CallToolResult.builder();
      try {
        ObjectNode object = MAPPER.valueToTree(given == null ? Map.of() : given);
        ObjectNode output = action.run(new Arguments(object), grant);
        return result
            .addTextContent(output.toString())
            .structuredContent(MAPPER.convertValue(output, Map.class))
            .build();
      } catch (RequestException e) {
        return result.addTextContent(e.getMessage()).isError(true).build();
      }
    };
  }

  private ObjectNode concordance(Arguments arguments, Grant grant) {
    int top = arguments.integer("top", 1, MAX_TOP).orElse(SearchRequest.DEFAULT_TOP);
    ObjectNode parameters = arguments.copy("words", "language", "corpus");
    arguments.requireNoOthers();
    parameters.put("top", String.valueOf(top));
    return ConcordanceApi.concordance(new Arguments(parameters), grant, catalog.corpora());
  }

  private ObjectNode search(Arguments arguments, VisibleIndexes indexes) {
    arguments.integer("top", 1, MAX_TOP);
    SearchArguments search = SearchArguments.read(arguments, indexes).withAnswers(arguments);
    arguments.requireNoOthers();
    SearchResults results = search.index().search(search.request());
    return McpSearchResults.json(search.index().name(), results);
  }

  private ObjectNode answer(Arguments arguments, VisibleIndexes indexes) {
    int top = arguments.integer("top", 1, MAX_ANSWERS).orElse(DEFAULT_ANSWERS);
    ObjectNode search = arguments.copy("languages", "filter", "index");
    search.put("query", arguments.string("question")).put("literal", true).put("answers", top);
    arguments.requireNoOthers();
    Arguments given = new Arguments(search);
    SearchArguments question = SearchArguments.read(given, indexes).withAnswers(given);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    McpSearchResults.putAnswers(json, question.index().search(question.request()));
    return json;
  }

  /** Searches by the beginning of a document, which says what it is about. */
  private ObjectNode similar(Arguments arguments, VisibleIndexes indexes) {
    int top = arguments.integer("top", 1, MAX_TOP).orElse(SearchRequest.DEFAULT_TOP);
    ServedIndex index = indexes.index(arguments.findString("index"));
    StoredDocument document = document(index, arguments.string("id"));
    ObjectNode search = arguments.copy("languages", "filter", "index");
    search.put("query", beginning(document)).put("literal", true).put("top", top + 1);
    if (!document.language().isUndetermined()) {
      search.put("query_language", document.language().tag());
    }
    arguments.requireNoOthers();
    SearchArguments like = SearchArguments.read(new Arguments(search), indexes);
    SearchResults results = index.use(engine -> engine.search(like.request()));
    ObjectNode json = McpSearchResults.json(index.name(), results);
    json.remove("note"); // It is about a query, which the agent has not written.
    ArrayNode others = JsonNodeFactory.instance.arrayNode();
    for (JsonNode result : json.withArray("results")) {
      if (!result.path("id").asText().equals(document.id()) && others.size() < top) {
        others.add(result);
      }
    }
    json.set("results", others);
    return json;
  }

  private static String beginning(StoredDocument document) {
    String text = document.passages().isEmpty() ? "" : document.passages().getFirst().text();
    String all = (document.title() + " " + text).strip();
    return all.substring(
        0, all.offsetByCodePoints(0, Math.min(MAX_QUERY, all.codePointCount(0, all.length()))));
  }

  private static StoredDocument document(ServedIndex index, String id) {
    return index
        .use(engine -> engine.find(id))
        .orElseThrow(
            () ->
                RequestException.of(
                    RequestException.Reason.NOT_FOUND,
                    "id",
                    "the collection " + index.name() + " has no document " + Excerpt.quote(id)));
  }

  private ObjectNode fetch(Arguments arguments, VisibleIndexes indexes) {
    String id = arguments.string("id");
    ServedIndex index = indexes.index(arguments.findString("index"));
    arguments.requireNoOthers();
    StoredDocument document = document(index, id);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id);
    json.put("title", document.title().isEmpty() ? id : document.title());
    json.put("text", McpResources.text(document));
    json.put("url", McpResources.url(index.name(), id, document.metadata()));
    json.put("language", document.language().tag());
    json.set("metadata", MetadataJson.write(document.metadata()));
    return json;
  }

  private ObjectNode languages(Arguments arguments, VisibleIndexes indexes) {
    Collection<ServedIndex> listed =
        arguments.has("index")
            ? List.of(indexes.index(arguments.findString("index")))
            : indexes.all();
    arguments.requireNoOthers();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode list = json.putArray("indexes");
    listed.forEach(index -> list.add(IndexDescriptionJson.write(index.describe())));
    return json;
  }
}
