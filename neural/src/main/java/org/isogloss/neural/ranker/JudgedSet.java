package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.Queries;
import org.isogloss.data.trec.TrecQrels;

/** Queries with judged passages; their texts are in a file, in memory are numbers. */
public final class JudgedSet implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * A query with its passages, the best first.
   *
   * @param query number of a text
   * @param passages numbers of texts, one or more
   * @param grades the passages', falling; 0 or less is not relevant
   */
  public record Judged(int query, int[] passages, int[] grades) {
    public Judged {
      if (passages.length == 0 || passages.length != grades.length) {
        throw new IllegalArgumentException(
            passages.length + " passages with " + grades.length + " grades");
      }
    }

    int best() {
      return grades[0];
    }
  }

  private record Grade(int passage, int grade) {}

  private final TextCorpus texts;
  private final List<Judged> judged;
  private final List<Judged> training;
  private final List<Judged> heldOut;

  private JudgedSet(TextCorpus texts, List<Judged> judged, List<Judged> heldOut) {
    this.texts = texts;
    this.judged = List.copyOf(judged);
    this.training = judged.stream().filter(one -> one.best() > 0).toList();
    this.heldOut = List.copyOf(heldOut);
  }

  /**
   * Reads what a recipe names.
   *
   * @param base of the file that texts are kept in
   * @throws IsoglossException if something is malformed, or no query has a relevant passage
   */
  public static JudgedSet read(JudgedPlan plan, Path base) {
    Map<Integer, List<Grade>> judged = new LinkedHashMap<>();
    Map<Integer, List<Grade>> validation = new LinkedHashMap<>();
    Set<Integer> keptQueries = new HashSet<>();
    try (TextCorpus.Builder texts = new TextCorpus.Builder(base)) {
      if (plan.examples().isPresent()) {
        readExamples(plan.examples().get(), texts, judged);
      } else if (plan.documentation().isPresent()) {
        readDocumentation(plan, texts, judged, keptQueries);
      } else {
        readFiles(plan, texts, judged);
      }
      plan.validation().ifPresent(file -> readExamples(file, texts, validation));
      texts.write();
    }
    List<Judged> training = new ArrayList<>();
    List<Judged> heldOut = new ArrayList<>();
    int number = 0;
    for (var entry : judged.entrySet()) {
      if (entry.getValue().isEmpty()) {
        continue;
      }
      Judged one = judged(entry.getKey(), entry.getValue());
      boolean kept =
          plan.documentation().isPresent()
              ? keptQueries.contains(one.query())
              : plan.heldOut() > 0
                  && one.best() > 0
                  && number++ % plan.heldOut() == plan.heldOut() - 1;
      (kept ? heldOut : training).add(one);
    }
    validation.forEach((query, grades) -> heldOut.add(judged(query, grades)));
    if (training.stream().noneMatch(one -> one.best() > 0)) {
      throw new IsoglossException("data.judged: no query has a passage of a grade above 0");
    }
    heldOut.removeIf(one -> one.best() <= 0);
    return new JudgedSet(TextCorpus.open(base), training, heldOut);
  }

  private static Judged judged(int query, List<Grade> unsorted) {
    List<Grade> grades = new ArrayList<>(unsorted);
    grades.sort((a, b) -> Integer.compare(b.grade(), a.grade()));
    return new Judged(
        query,
        grades.stream().mapToInt(Grade::passage).toArray(),
        grades.stream().mapToInt(Grade::grade).toArray());
  }

  private static void readDocumentation(
      JudgedPlan plan,
      TextCorpus.Builder texts,
      Map<Integer, List<Grade>> judged,
      Set<Integer> keptQueries) {
    DocumentationQuestions.read(
        plan.documentation().orElseThrow(),
        texts,
        (page, query, passages) -> {
          for (int i = 0; i < passages.size(); i++) {
            judged
                .computeIfAbsent(query, key -> new ArrayList<>())
                .add(new Grade(passages.get(i), i == 0 ? 1 : 0));
          }
          if (plan.heldOut() > 0 && Math.floorMod(page.hashCode(), plan.heldOut()) == 0) {
            keptQueries.add(query);
          }
        });
  }

  private static void readFiles(
      JudgedPlan plan, TextCorpus.Builder texts, Map<Integer, List<Grade>> judged) {
    Map<String, List<Judgement>> byDocument = new HashMap<>();
    Path qrels = plan.qrels().orElseThrow();
    try (Records<Judgement> judgements = TrecQrels.read(qrels, OnError.FAIL)) {
      judgements.forEachRemaining(
          judgement ->
              byDocument
                  .computeIfAbsent(judgement.documentId(), key -> new ArrayList<>())
                  .add(judgement));
    }
    Map<String, Integer> queries = new HashMap<>();
    Path queryFile = plan.queries().orElseThrow();
    try (Records<Query> read = Queries.read(queryFile, Language.UNDETERMINED, OnError.FAIL)) {
      read.forEachRemaining(query -> queries.put(query.id(), texts.sentence(query.text())));
    }
    queries.values().forEach(query -> judged.put(query, new ArrayList<>()));
    Path documentFile = plan.documents().orElseThrow();
    try (Records<Document> read =
        Documents.read(documentFile, Language.UNDETERMINED, OnError.FAIL)) {
      while (read.hasNext()) {
        Document document = read.next();
        List<Judgement> about = byDocument.remove(document.id());
        if (about == null) {
          continue;
        }
        int passage = texts.sentence(text(document));
        for (Judgement judgement : about) {
          Integer query = queries.get(judgement.queryId());
          if (query == null) {
            throw new IsoglossException(
                qrels
                    + ": judges query "
                    + judgement.queryId()
                    + ", which "
                    + queryFile
                    + " lacks");
          }
          requireNonNull(judged.get(query)).add(new Grade(passage, judgement.grade()));
        }
      }
    }
    if (!byDocument.isEmpty()) {
      throw new IsoglossException(
          qrels
              + ": judges document "
              + byDocument.keySet().iterator().next()
              + ", which "
              + documentFile
              + " lacks");
    }
  }

  private static String text(Document document) {
    return document.title().isBlank() ? document.text() : document.title() + "\n" + document.text();
  }

  private static void readExamples(
      Path file, TextCorpus.Builder texts, Map<Integer, List<Grade>> judged) {
    long line = 0;
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      while (lines.hasNext()) {
        line++;
        readExample(file + ":" + line, lines.next(), texts, judged);
      }
    }
  }

  private static void readExample(
      String place, String line, TextCorpus.Builder texts, Map<Integer, List<Grade>> judged) {
    JsonNode json;
    try {
      json = MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IsoglossException(place + ": not JSON: " + e.getOriginalMessage(), e);
    }
    int query = texts.sentence(textOf(place, json, "query"));
    List<Grade> grades = judged.computeIfAbsent(query, key -> new ArrayList<>());
    if (json.has("passages")) {
      for (JsonNode passage : json.get("passages")) {
        if (!passage.path("grade").isInt()) {
          throw new IsoglossException(
              place + ": a passage has no \"grade\", expected a whole number");
        }
        grades.add(
            new Grade(
                texts.sentence(textOf(place, passage, "text")), passage.get("grade").intValue()));
      }
      return;
    }
    grades.add(new Grade(texts.sentence(textOf(place, json, "positive")), 1));
    if (json.has("negative")) {
      grades.add(new Grade(texts.sentence(textOf(place, json, "negative")), 0));
    }
  }

  private static String textOf(String place, JsonNode json, String key) {
    JsonNode value = json.path(key);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw new IsoglossException(
          place
              + ": \""
              + key
              + "\" is "
              + (value.isMissingNode() ? "missing" : value.toString())
              + ", expected a text");
    }
    return value.textValue();
  }

  /** A query's or passage's text by its number. */
  public String text(int number) {
    return texts.text(number);
  }

  /** All that is not kept for validation, queries without a relevant passage too. */
  public List<Judged> judged() {
    return judged;
  }

  /** Queries to train on, each with a relevant passage. */
  public List<Judged> training() {
    return training;
  }

  /** Queries kept for validation. */
  public List<Judged> heldOut() {
    return heldOut;
  }

  @Override
  public void close() {
    texts.close();
  }
}
