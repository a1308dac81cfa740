// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/** Parses the parts of a SQuAD file, independently of the languages of the file. */
final class SquadParser {
  private SquadParser() {}

  /**
   * A paragraph whose languages are not known yet; the language of its questions is undetermined.
   */
  record ParsedParagraph(
      String position,
      String title,
      String context,
      List<Span> sentences,
      List<SquadQuestion> questions) {}

  /** The id and the languages of a paragraph. */
  record Identity(SquadDataset.Languages languages, String id) {}

  /** Determines the id and the languages of a paragraph. */
  @FunctionalInterface
  interface IdentityResolver {
    Identity resolve(ParsedParagraph paragraph) throws MalformedRecordException;
  }

  static SquadParagraph withIdentity(ParsedParagraph paragraph, Identity identity) {
    Language questionLanguage = identity.languages().question();
    return new SquadParagraph(
        identity.id(),
        paragraph.title(),
        identity.languages().context(),
        paragraph.context(),
        paragraph.sentences(),
        paragraph.questions().stream()
            .map(
                question ->
                    new SquadQuestion(
                        new Query(question.query().id(), questionLanguage, question.query().text()),
                        question.answers()))
            .toList());
  }

  static SquadQuestion question(JsonNode node, String context) throws MalformedRecordException {
    ObjectNode object = StrictJson.object(node, "qas");
    String id = StrictJson.id(StrictJson.require(object, List.of("id")), "id");
    String text = StrictJson.text(StrictJson.require(object, List.of("question")), "question");
    FieldParsing.requireNotBlank(text, "\"question\"");
    List<SquadAnswer> answers = new ArrayList<>();
    for (ObjectNode answer : answers(StrictJson.require(object, List.of("answers")))) {
      answer(answer, context).ifPresent(answers::add);
    }
    if (object.path("is_impossible").asBoolean() && !answers.isEmpty()) {
      throw new MalformedRecordException(
          "is_impossible is true, but there is the answer "
              + Excerpt.quote(answers.getFirst().text())
              + ": remove one of them");
    }
    return new SquadQuestion(new Query(id, Language.UNDETERMINED, text), answers);
  }

  /**
   * The answers as objects: a list of them, or one object with a list of texts and one of offsets,
   * as Hugging Face has them.
   */
  private static List<ObjectNode> answers(JsonNode answers) throws MalformedRecordException {
    List<ObjectNode> objects = new ArrayList<>();
    if (!(answers instanceof ObjectNode columns)) {
      for (JsonNode answer : StrictJson.array(answers, "answers")) {
        objects.add(StrictJson.object(answer, "answers"));
      }
      return objects;
    }
    ArrayNode texts = StrictJson.array(StrictJson.require(columns, List.of("text")), "text");
    ArrayNode starts =
        StrictJson.array(StrictJson.require(columns, List.of("answer_start")), "answer_start");
    if (texts.size() != starts.size()) {
      throw new MalformedRecordException(
          "the answers have "
              + FieldParsing.formatCount(texts.size(), "text")
              + " and "
              + FieldParsing.formatCount(starts.size(), "offset")
              + ", expected the same number of both: correct \"answers\"");
    }
    for (int i = 0; i < texts.size(); i++) {
      ObjectNode answer = columns.objectNode();
      answer.set("text", texts.get(i));
      answer.set("answer_start", starts.get(i));
      objects.add(answer);
    }
    return objects;
  }

  /** An answer; empty if its text is empty, as in test files whose answers are withheld. */
  private static Optional<SquadAnswer> answer(ObjectNode answer, String context)
      throws MalformedRecordException {
    String text = StrictJson.text(StrictJson.require(answer, List.of("text")), "text");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    int start =
        StrictJson.integer(StrictJson.require(answer, List.of("answer_start")), "answer_start");
    int offset = offset(start, context);
    if (offset < 0 || !context.startsWith(text, offset)) {
      String hint =
          start >= 0 && context.startsWith(text, start)
              ? "; it is at this offset in UTF-16 units, but SQuAD counts code points"
              : "";
      throw new MalformedRecordException(
          "the answer "
              + Excerpt.quote(text)
              + " is not at answer_start "
              + start
              + " (counted in code points)"
              + hint
              + ": correct the offset");
    }
    return Optional.of(new SquadAnswer(offset, text));
  }

  /** The sentences in {@code sentence_breaks}; empty if the field is missing. */
  static List<Span> sentences(ObjectNode paragraph, String context)
      throws MalformedRecordException {
    List<Span> sentences = new ArrayList<>();
    Optional<JsonNode> breaks = StrictJson.find(paragraph, List.of("sentence_breaks"));
    if (breaks.isEmpty()) {
      return sentences;
    }
    for (JsonNode pair : StrictJson.array(breaks.get(), "sentence_breaks")) {
      ArrayNode offsets = StrictJson.array(pair, "sentence_breaks");
      int start = offsets.size() == 2 ? offset(offsets, 0, context) : -1;
      int end = offsets.size() == 2 ? offset(offsets, 1, context) : -1;
      if (start < 0 || end <= start) {
        throw new MalformedRecordException(
            "sentence_breaks contains "
                + offsets
                + ", expected two offsets inside the context, in code points, with the"
                + " smaller one first");
      }
      sentences.add(new Span(start, end));
    }
    return sentences;
  }

  private static int offset(ArrayNode offsets, int index, String context)
      throws MalformedRecordException {
    return offset(StrictJson.integer(offsets.get(index), "sentence_breaks"), context);
  }

  /** Converts a number of code points to UTF-16 units; negative if the text is shorter. */
  private static int offset(int codePoints, String text) {
    if (codePoints < 0 || codePoints > text.codePointCount(0, text.length())) {
      return -1;
    }
    return text.offsetByCodePoints(0, codePoints);
  }
}
