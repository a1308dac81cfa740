// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;
import org.isogloss.data.parse.TsvEscaping;

/**
 * CLIRMatrix (Sun and Duh 2020): titles of Wikipedia articles as queries, articles in another
 * language as documents, grades 0 to 6. Queries with their judgements are JSON, one object per
 * line:
 *
 * <pre>{@code
 * {"src_id": "690", "src_query": "Aruba", "tgt_results": [["14013", 6], ["15050", 0]]}
 * }</pre>
 *
 * Documents are TSV, {@code id TAB text}, one file per language.
 */
public final class ClirMatrix {
  private static final List<String> ID = List.of("src_id");
  private static final List<String> QUERY = List.of("src_query");
  private static final List<String> RESULTS = List.of("tgt_results");

  /** The highest grade. */
  public static final int MAX_GRADE = 6;

  private ClirMatrix() {}

  /**
   * Reads the queries of a file whose name begins with the languages of queries and documents, such
   * as {@code en_af.train.jl.gz}.
   *
   * @throws IsoglossException if the name does not contain the languages
   */
  public static Records<JudgedQuery> readQueries(Path file, OnError onError) {
    return readQueries(file, languages(file).source(), onError);
  }

  /**
   * Reads queries. A query is malformed if it has no results, a repeated document, or a grade
   * outside 0 to 6.
   *
   * @param language the language of the queries
   */
  public static Records<JudgedQuery> readQueries(Path file, Language language, OnError onError) {
    return LineRecordReader.read(file, onError, line -> query(StrictJson.object(line), language));
  }

  /**
   * The languages of queries and documents, from the beginning of a file name.
   *
   * @throws IsoglossException if the name does not contain them
   */
  public static LanguagePair languages(Path file) {
    return findLanguages(file)
        .orElseThrow(
            () ->
                new IsoglossException(
                    file
                        + ": the languages cannot be determined from this name: expected a name"
                        + " such as en_af.train.jl.gz, or specify the language of the queries"));
  }

  /** Like {@link #languages}, but returns an empty result where that throws an exception. */
  public static Optional<LanguagePair> findLanguages(Path file) {
    String[] parts = file.getFileName().toString().split("\\.", 2)[0].split("_", -1);
    if (parts.length != 2) {
      return Optional.empty();
    }
    Optional<Language> target = Language.find(parts[1]);
    return Language.find(parts[0])
        .flatMap(source -> target.map(found -> new LanguagePair(source, found)));
  }

  private static JudgedQuery query(ObjectNode object, Language language)
      throws MalformedRecordException {
    String id = StrictJson.id(StrictJson.require(object, ID), "src_id");
    String text = StrictJson.text(StrictJson.require(object, QUERY), "src_query");
    Query query = new Query(id, language, FieldParsing.requireNotBlank(text, "\"src_query\""));
    List<Judgement> judgements = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (JsonNode result : StrictJson.array(StrictJson.require(object, RESULTS), "tgt_results")) {
      ArrayNode pair = StrictJson.array(result, "tgt_results");
      if (pair.size() != 2) {
        throw new MalformedRecordException(
            "\"tgt_results\" contains " + pair + ", expected [document id, grade]");
      }
      String document = StrictJson.id(pair.get(0), "tgt_results");
      int grade = StrictJson.integer(pair.get(1), "tgt_results");
      if (grade < 0 || grade > MAX_GRADE) {
        throw new MalformedRecordException(
            "the grade of document " + document + " is " + grade + ", expected 0 to " + MAX_GRADE);
      }
      if (!seen.add(document)) {
        throw new MalformedRecordException(
            "document " + document + " occurs twice in \"tgt_results\": remove one occurrence");
      }
      judgements.add(new Judgement(id, document, grade));
    }
    if (judgements.isEmpty()) {
      throw new MalformedRecordException("\"tgt_results\" is empty: remove the query");
    }
    return new JudgedQuery(query, judgements);
  }

  /** Reads documents. */
  public static Records<Document> readDocuments(Path file, Language language, OnError onError) {
    return TsvDocuments.read(file, FieldNames.DOCUMENTS, language, onError);
  }

  /**
   * Writes documents, without a header. The text of a line is the title, if there is one, followed
   * by the text; a tab or a line end becomes a space.
   */
  public static RecordWriter<Document> documentWriter(Path file) {
    return RecordWriter.open(
        file,
        (document, line) -> {
          line.append(TsvEscaping.requireWritable(document.id())).append('\t');
          if (!document.title().isBlank()) {
            TsvEscaping.appendText(document.title(), line);
            line.append(document.text().isBlank() ? "" : " ");
          }
          TsvEscaping.appendText(document.text(), line);
        });
  }

  /** Writes queries. */
  public static RecordWriter<JudgedQuery> queryWriter(Path file) {
    return RecordWriter.open(
        file,
        (judged, line) -> {
          ObjectNode object = JsonNodeFactory.instance.objectNode();
          object.put("src_id", judged.query().id());
          object.put("src_query", judged.query().text());
          ArrayNode results = object.putArray("tgt_results");
          for (Judgement judgement : judged.judgements()) {
            results.addArray().add(judgement.documentId()).add(judgement.grade());
          }
          line.append(object);
        });
  }
}
