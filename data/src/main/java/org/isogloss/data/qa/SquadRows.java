// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parquet.ParquetRows;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonArrayElements;
import org.isogloss.data.parse.StrictJson;

/**
 * Reads SQuAD's data as rows, each a question with its paragraph, as the library {@code datasets}
 * of Hugging Face exports them: {@code {"id": "...", "title": "...", "context": "...", "question":
 * "...", "answers": {"text": ["..."], "answer_start": [4]}}}, or as its viewer responds, {@code
 * {"row_idx": 0, "row": {...}}}. The rows are lines, an array, or an array under {@code data} or
 * {@code rows}. Adjacent rows with the same title and context are one paragraph.
 */
final class SquadRows implements Records.Source<SquadParagraph> {
  private static final Set<String> KEYS = Set.of("context", "question", "answers");
  private static final Set<String> ARRAY_KEYS = Set.of("data", "rows");

  /** The key under which the viewer has a row. */
  private static final String INNER = "row";

  /**
   * A row.
   *
   * @param problem why the row has no question; null if it has one
   */
  private record Row(String title, String context, SquadQuestion question, String problem) {
    boolean isSameParagraph(Row other) {
      return title.equals(other.title) && context.equals(other.context);
    }
  }

  private final Records.Source<Row> rows;
  private final SquadParser.IdentityResolver identityResolver;
  private final List<SquadQuestion> questions = new ArrayList<>();

  /** A row of the current paragraph; null before the first row and after the last one. */
  private Row current;

  private Row upcoming;
  private int article;
  private int paragraph;

  private SquadRows(Records.Source<Row> rows, SquadParser.IdentityResolver identityResolver) {
    this.rows = rows;
    this.identityResolver = identityResolver;
  }

  static Records<SquadParagraph> read(
      Path file, FileHead head, SquadParser.IdentityResolver identityResolver, OnError onError) {
    Records.Source<Row> rows =
        hasLines(head)
            ? LineRecordReader.read(file, onError, line -> row(StrictJson.object(line))).source()
            : new JsonArrayElements<>(file, ARRAY_KEYS, SquadRows::row);
    return new Records<>(new SquadRows(rows, identityResolver), onError);
  }

  static Records<SquadParagraph> readParquet(
      Path file, SquadParser.IdentityResolver identityResolver, OnError onError) {
    return new Records<>(
        new SquadRows(new ParquetRows<>(file, SquadRows::row), identityResolver), onError);
  }

  /** Whether rows have these columns. */
  static boolean areColumns(List<String> columns) {
    return columns.containsAll(KEYS);
  }

  /** Whether a file contains rows. */
  static boolean isRows(FileHead head) {
    return hasLines(head) || firstElement(head.text()).containsAll(KEYS);
  }

  private static boolean hasLines(FileHead head) {
    try {
      ObjectNode first = StrictJson.object(head.firstLine());
      return KEYS.stream().allMatch(fields(first)::has);
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  /** The keys of the first object of an array; empty if there is none in this part of a file. */
  private static Set<String> firstElement(String text) {
    Set<String> keys = new HashSet<>();
    try (JsonParser parser = StrictJson.parser(text)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME
            && !ARRAY_KEYS.contains(parser.currentName())) {
          parser.nextToken();
          parser.skipChildren();
        }
        parser.nextToken();
      }
      if (parser.currentToken() == JsonToken.START_ARRAY
          && parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          boolean isInner = keys.add(parser.currentName()) && parser.currentName().equals(INNER);
          if (parser.nextToken() != JsonToken.START_OBJECT || !isInner) {
            parser.skipChildren();
          }
        }
      }
    } catch (IOException e) {
      return keys; // The text ends within the object, or is not JSON, which the reader reports.
    }
    return keys;
  }

  private static ObjectNode fields(ObjectNode object) {
    return object.get(INNER) instanceof ObjectNode inner ? inner : object;
  }

  private static Row row(ObjectNode outer) throws MalformedRecordException {
    ObjectNode object = fields(outer);
    String context = StrictJson.text(StrictJson.require(object, List.of("context")), "context");
    FieldParsing.requireNotBlank(context, "\"context\"");
    String title = StrictJson.find(object, List.of("title")).map(JsonNode::asText).orElse("");
    try {
      return new Row(title, context, SquadParser.question(object, context), null);
    } catch (MalformedRecordException e) {
      return new Row(title, context, null, e.getMessage());
    }
  }

  @Override
  public Optional<SquadParagraph> next() throws MalformedRecordException {
    while (true) {
      Row row = upcoming == null ? rows.next().orElse(null) : upcoming;
      upcoming = null;
      if (current != null && (row == null || !row.isSameParagraph(current))) {
        upcoming = row;
        return Optional.of(completed(row));
      }
      if (row == null) {
        return Optional.empty();
      }
      current = row;
      if (row.problem() != null) {
        throw new MalformedRecordException(row.problem());
      }
      questions.add(row.question());
    }
  }

  /**
   * Returns the current paragraph.
   *
   * @param next the first row of the next paragraph; null at the end
   */
  private SquadParagraph completed(Row next) throws MalformedRecordException {
    SquadParser.ParsedParagraph parsed =
        new SquadParser.ParsedParagraph(
            article + "-" + paragraph,
            current.title(),
            current.context(),
            List.of(),
            List.copyOf(questions));
    boolean sameArticle = next != null && next.title().equals(current.title());
    article += sameArticle ? 0 : 1;
    paragraph = sameArticle ? paragraph + 1 : 0;
    current = null;
    questions.clear();
    return SquadParser.withIdentity(parsed, identityResolver.resolve(parsed));
  }

  @Override
  public FormatException toFormatException(String problem) {
    return rows.toFormatException(problem);
  }

  @Override
  public double progress() {
    return rows.progress();
  }

  @Override
  public void close() {
    rows.close();
  }
}
