package org.isogloss.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.text.Span;

/** Reads the parts of a SQuAD file, none of which knows the file's languages. */
final class SquadParts {
  private SquadParts() {}

  /** A paragraph whose languages are not known yet. Its questions are in no language. */
  record Unnamed(
      String place,
      String title,
      String context,
      List<Span> sentences,
      List<SquadQuestion> questions) {}

  /** What a paragraph is called, and its languages. */
  record Naming(SquadDataset.Languages languages, String id) {}

  /** Tells the languages of a paragraph. */
  @FunctionalInterface
  interface Namer {
    Naming name(Unnamed paragraph) throws MalformedRecordException;
  }

  static SquadParagraph named(Unnamed paragraph, Naming naming) {
    Language asked = naming.languages().question();
    return new SquadParagraph(
        naming.id(),
        paragraph.title(),
        naming.languages().context(),
        paragraph.context(),
        paragraph.sentences(),
        paragraph.questions().stream()
            .map(
                question ->
                    new SquadQuestion(
                        new Query(question.query().id(), asked, question.query().text()),
                        question.answers()))
            .toList());
  }

  static SquadQuestion question(JsonNode node, String context) throws MalformedRecordException {
    ObjectNode object = Json.object(node, "qas");
    String id = Json.id(Json.require(object, List.of("id")), "id");
    String text = Json.text(Json.require(object, List.of("question")), "question");
    Parsing.notBlank(text, "\"question\"");
    List<SquadAnswer> answers = new ArrayList<>();
    for (JsonNode answer : Json.array(Json.require(object, List.of("answers")), "answers")) {
      answers.add(answer(Json.object(answer, "answers"), context));
    }
    return new SquadQuestion(new Query(id, Language.UNDETERMINED, text), answers);
  }

  private static SquadAnswer answer(ObjectNode answer, String context)
      throws MalformedRecordException {
    String text = Json.text(Json.require(answer, List.of("text")), "text");
    int start = Json.integer(Json.require(answer, List.of("answer_start")), "answer_start");
    int offset = offset(start, context);
    if (offset < 0 || !context.startsWith(text, offset)) {
      String hint =
          start >= 0 && context.startsWith(text, start)
              ? "; it does in UTF-16 units, which SQuAD does not count in"
              : "";
      throw new MalformedRecordException(
          "the answer "
              + Parsing.excerpt(text)
              + " does not stand at answer_start "
              + start
              + " (counted in code points)"
              + hint
              + ": mend the offset");
    }
    return new SquadAnswer(offset, text);
  }

  /** The sentences that {@code sentence_breaks} gives, none where it is missing. */
  static List<Span> sentences(ObjectNode paragraph, String context)
      throws MalformedRecordException {
    List<Span> sentences = new ArrayList<>();
    Optional<JsonNode> breaks = Json.find(paragraph, List.of("sentence_breaks"));
    if (breaks.isEmpty()) {
      return sentences;
    }
    for (JsonNode pair : Json.array(breaks.get(), "sentence_breaks")) {
      ArrayNode offsets = Json.array(pair, "sentence_breaks");
      int start = offsets.size() == 2 ? offset(offsets, 0, context) : -1;
      int end = offsets.size() == 2 ? offset(offsets, 1, context) : -1;
      if (start < 0 || end <= start) {
        throw new MalformedRecordException(
            "sentence_breaks holds "
                + offsets
                + ", expected two offsets inside the context, in code points, the first the"
                + " smaller");
      }
      sentences.add(new Span(start, end));
    }
    return sentences;
  }

  private static int offset(ArrayNode offsets, int place, String context)
      throws MalformedRecordException {
    return offset(Json.integer(offsets.get(place), "sentence_breaks"), context);
  }

  /** A number of code points in UTF-16 units; below 0 where the text is not that long. */
  private static int offset(int codePoints, String text) {
    if (codePoints < 0 || codePoints > text.codePointCount(0, text.length())) {
      return -1;
    }
    return text.offsetByCodePoints(0, codePoints);
  }
}
