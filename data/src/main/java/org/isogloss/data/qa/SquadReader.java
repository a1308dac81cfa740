// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Span;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonStreamReader;
import org.isogloss.data.parse.StrictJson;

/** Reads the paragraphs of a SQuAD file; only one article is in memory at a time. */
final class SquadReader implements Records.Source<SquadParagraph> {
  private final JsonStreamReader stream;
  private final SquadParser.IdentityResolver identityResolver;

  /** The remaining results of the current article, in order: paragraphs and problems. */
  private final Deque<Step> steps = new ArrayDeque<>();

  private int articles;
  private boolean started;
  private boolean ended;
  private long line;
  private String path = "";

  SquadReader(JsonStreamReader stream, SquadParser.IdentityResolver identityResolver) {
    this.stream = stream;
    this.identityResolver = identityResolver;
  }

  /** A paragraph or a problem, with its position. */
  private record Step(SquadParagraph paragraph, String problem, long line, String path) {}

  @Override
  public Optional<SquadParagraph> next() throws MalformedRecordException {
    while (steps.isEmpty() && !ended) {
      if (!started) {
        findData();
        started = true;
      }
      JsonToken token = stream.next();
      if (token == JsonToken.END_ARRAY) {
        finish();
      } else if (token == null) {
        throw stream.failure("is truncated: get a complete copy");
      } else {
        article(articles++);
      }
    }
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    Step step = steps.remove();
    if (step.problem() != null) {
      line = step.line();
      path = step.path();
      throw new MalformedRecordException(step.problem());
    }
    return Optional.of(step.paragraph());
  }

  private void findData() {
    JsonToken first = stream.next();
    if (first != JsonToken.START_OBJECT) {
      throw stream.failure(
          "is not a file in SQuAD's format: expected a JSON object {\"data\": [...]}, found "
              + (first == null ? "nothing" : "something else"));
    }
    while (stream.next() == JsonToken.FIELD_NAME) {
      String key = stream.key();
      JsonToken value = stream.next();
      if (key.equals("data")) {
        if (value != JsonToken.START_ARRAY) {
          throw stream.failure("\"data\" is not a list, expected the list of articles");
        }
        return;
      }
      stream.skipValue();
    }
    throw stream.failure(
        "has no \"data\": expected a JSON object {\"data\": [...]} in SQuAD's format");
  }

  private void finish() {
    ended = true;
    while (stream.next() == JsonToken.FIELD_NAME) {
      if (stream.key().equals("data")) {
        throw stream.failure("contains the key \"data\" twice: remove one of them");
      }
      stream.next();
      stream.skipValue();
    }
    if (stream.next() != null) {
      throw stream.failure(
          "there is more data after the JSON object, expected one object per file");
    }
  }

  private void article(int number) {
    long first = stream.lineNumber();
    String location = "data[" + number + "]";
    StrictJson.TreeReader tree = new StrictJson.TreeReader();
    JsonNode node = stream.value(tree);
    try {
      tree.requireUniqueKeys();
      ObjectNode article = StrictJson.object(node, "data");
      String title = StrictJson.find(article, List.of("title")).map(JsonNode::asText).orElse("");
      JsonNode list = StrictJson.require(article, List.of("paragraphs"));
      ArrayNode paragraphs = StrictJson.array(list, "paragraphs");
      for (int i = 0; i < paragraphs.size(); i++) {
        paragraph(paragraphs.get(i), title, number + "-" + i, tree, first, location, i);
      }
    } catch (MalformedRecordException e) {
      steps.add(new Step(null, e.getMessage(), first, location));
    }
  }

  private void paragraph(
      JsonNode node,
      String title,
      String number,
      StrictJson.TreeReader tree,
      long articleLine,
      String articleLocation,
      int index) {
    String location = articleLocation + ".paragraphs[" + index + "]";
    long first = node instanceof ObjectNode object ? tree.lineNumber(object) : articleLine;
    try {
      ObjectNode paragraph = StrictJson.object(node, "paragraphs");
      String context =
          StrictJson.text(StrictJson.require(paragraph, List.of("context")), "context");
      FieldParsing.requireNotBlank(context, "\"context\"");
      List<Span> sentences = SquadParser.sentences(paragraph, context);
      ArrayNode qas = StrictJson.array(StrictJson.require(paragraph, List.of("qas")), "qas");
      List<SquadQuestion> questions = new ArrayList<>();
      for (int i = 0; i < qas.size(); i++) {
        try {
          questions.add(SquadParser.question(qas.get(i), context));
        } catch (MalformedRecordException e) {
          long questionLine =
              qas.get(i) instanceof ObjectNode object ? tree.lineNumber(object) : first;
          steps.add(new Step(null, e.getMessage(), questionLine, location + ".qas[" + i + "]"));
        }
      }
      SquadParser.ParsedParagraph parsed =
          new SquadParser.ParsedParagraph(number, title, context, sentences, questions);
      SquadParagraph identified =
          SquadParser.withIdentity(parsed, identityResolver.resolve(parsed));
      steps.add(new Step(identified, null, first, location));
    } catch (MalformedRecordException e) {
      steps.add(new Step(null, e.getMessage(), first, location));
    }
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(stream.file(), line, path + ": " + problem);
  }

  @Override
  public double progress() {
    return stream.progress();
  }

  @Override
  public void close() {
    stream.close();
  }
}
