// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Deadline;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.lexical.concordance.Collocation;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.Occurrence;
import org.isogloss.lexical.concordance.TranslationCandidate;
import org.isogloss.lexical.concordance.WordFrequency;
import org.isogloss.lexical.concordance.WordPattern;
import org.isogloss.lexical.concordance.WordStatistics;
import org.isogloss.server.catalog.CorpusResult;
import org.isogloss.server.catalog.ServedCorpora;
import org.isogloss.server.catalog.ServedCorpus;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/**
 * Lists the bitexts of a server, and shows how words are used and translated in them, how often
 * they occur, and near which others.
 */
public final class ConcordanceApi {
  private static final int MAX_ROWS = 1_000;
  private static final int MAX_WINDOW = 20;
  private static final int DEFAULT_WINDOW = 5;
  private static final int MAX_NGRAM = 5;
  private static final int DEFAULT_MIN_COUNT = 3;

  private final ServedCorpora corpora;

  public ConcordanceApi(ServedCorpora corpora) {
    this.corpora = corpora;
  }

  public List<Route> routes() {
    return List.of(
        route("/api/corpora", Route.Execution.CONNECTION, this::list),
        route("/api/concordance", Route.Execution.POOL, this::concordance),
        route("/api/collocations", Route.Execution.POOL, this::collocations),
        route("/api/frequencies", Route.Execution.POOL, this::frequencies));
  }

  private static Route route(String path, Route.Execution execution, Endpoint endpoint) {
    return new Route("GET", path, Access.READ, ErrorFormat.PROBLEM_DETAILS, execution, endpoint);
  }

  private Reply list(Request request) {
    request.requireParameters(Set.of());
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode list = reply.putArray("corpora");
    for (ServedCorpus corpus : corpora.visibleTo(request.grant())) {
      ArrayNode languages = list.addObject().put("name", corpus.name()).putArray("languages");
      languages.add(corpus.languages().source().tag()).add(corpus.languages().target().tag());
    }
    return Reply.json(reply);
  }

  private Reply concordance(Request request) {
    return Reply.json(json(ConcordanceArguments.read(request, corpora)));
  }

  /**
   * Returns a concordance as the route replies it.
   *
   * @param arguments its parameters, as text
   * @throws org.isogloss.server.http.RequestException if one is not allowed
   */
  public static ObjectNode concordance(Arguments arguments, Grant grant, ServedCorpora corpora) {
    return json(ConcordanceArguments.read(arguments, grant, corpora));
  }

  private static ObjectNode json(ConcordanceArguments arguments) {
    CorpusResult<Concordance> result =
        arguments.corpus().concordance(arguments.words(), arguments.language());
    Concordance found = result.found();
    Deadline.check();
    ObjectNode reply =
        JsonNodeFactory.instance
            .objectNode()
            .put("corpus", arguments.corpus().name())
            .put("words", arguments.words().toString())
            .put("language", found.languages().source().tag())
            .put("translation_language", found.languages().target().tag())
            .put("pairs", found.pairCount())
            .put("malformed_pairs", result.leftOut().malformed())
            .put("long_pairs", result.leftOut().tooLong())
            .put("occurrences", found.occurrenceCount())
            .put("per_million", found.perMillion())
            .put("dispersion", found.dispersion())
            .put("aligned", found.occurrences().size());
    if (arguments.view().hasTranslations()) {
      putTranslations(reply, found.occurrences(), arguments.top());
    }
    if (arguments.view().hasLines()) {
      ArrayNode lines = reply.putArray("lines");
      arguments.order().sort(found.occurrences()).stream()
          .limit(arguments.top())
          .forEach(one -> lines.add(line(one)));
    }
    return reply;
  }

  private Reply collocations(Request request) {
    Arguments arguments = new Arguments(request.parametersAsObject());
    ServedCorpus corpus = corpus(arguments, request);
    WordPattern words = Arguments.parse("words", arguments.nonBlank("words"), WordPattern::of);
    Optional<Language> language = language(arguments, corpus);
    int window = ConcordanceArguments.integer(arguments, "window", MAX_WINDOW, DEFAULT_WINDOW);
    int minCount = minCount(arguments);
    int top = top(arguments);
    arguments.requireNoOthers();
    CorpusResult<WordStatistics<Collocation>> result =
        corpus.collocations(words, language, window, minCount);
    ObjectNode reply = statistics(corpus, Optional.of(words), result);
    ArrayNode rows = reply.putArray("collocations");
    for (Collocation row : result.found().rows().stream().limit(top).toList()) {
      rows.addObject()
          .put("word", row.word())
          .put("count", row.count())
          .put("frequency", row.frequency())
          .put("log_dice", row.logDice());
    }
    return Reply.json(reply);
  }

  private Reply frequencies(Request request) {
    Arguments arguments = new Arguments(request.parametersAsObject());
    ServedCorpus corpus = corpus(arguments, request);
    Optional<WordPattern> words =
        arguments.findString("words").map(text -> Arguments.parse("words", text, WordPattern::of));
    Optional<Language> language = language(arguments, corpus);
    int length = ConcordanceArguments.integer(arguments, "ngram", MAX_NGRAM, 1);
    int minCount = minCount(arguments);
    int top = top(arguments);
    arguments.requireNoOthers();
    CorpusResult<WordStatistics<WordFrequency>> result =
        corpus.frequencies(words, language, length, minCount);
    ObjectNode reply = statistics(corpus, words, result);
    ArrayNode rows = reply.putArray("frequencies");
    for (WordFrequency row : result.found().rows().stream().limit(top).toList()) {
      rows.addObject()
          .put("words", row.words())
          .put("count", row.count())
          .put("per_million", row.perMillion());
    }
    return Reply.json(reply);
  }

  private ServedCorpus corpus(Arguments arguments, Request request) {
    return corpora.find(request.grant(), arguments.findString("corpus"));
  }

  private static Optional<Language> language(Arguments arguments, ServedCorpus corpus) {
    return arguments
        .findString("language")
        .map(tag -> ConcordanceArguments.language(tag, corpus.languages()));
  }

  private static int minCount(Arguments arguments) {
    return ConcordanceArguments.integer(
        arguments, "min_count", Integer.MAX_VALUE, DEFAULT_MIN_COUNT);
  }

  private static int top(Arguments arguments) {
    return ConcordanceArguments.integer(
        arguments, "top", MAX_ROWS, ConcordanceArguments.DEFAULT_TOP);
  }

  /** What collocations and frequencies have in common. */
  private static ObjectNode statistics(
      ServedCorpus corpus,
      Optional<WordPattern> words,
      CorpusResult<? extends WordStatistics<?>> result) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode().put("corpus", corpus.name());
    words.ifPresent(pattern -> reply.put("words", pattern.toString()));
    return reply
        .put("language", result.language().tag())
        .put("malformed_pairs", result.leftOut().malformed())
        .put("long_pairs", result.leftOut().tooLong())
        .put("max_error", result.found().maxError());
  }

  private static void putTranslations(ObjectNode reply, List<Occurrence> occurrences, int top) {
    List<TranslationCandidate> counted = TranslationCandidate.count(occurrences);
    List<TranslationCandidate> translations =
        counted.stream().filter(one -> !one.words().isEmpty()).toList();
    int translated = translations.stream().mapToInt(TranslationCandidate::count).sum();
    ArrayNode list = reply.putArray("translations");
    for (TranslationCandidate one : translations.subList(0, Math.min(top, translations.size()))) {
      list.addObject()
          .put("words", one.words())
          .put("count", one.count())
          .put("share", (double) one.count() / occurrences.size());
    }
    reply
        .put("distinct_translations", translations.size())
        .put("not_aligned", occurrences.size() - translated);
  }

  private static ObjectNode line(Occurrence one) {
    ObjectNode line =
        JsonNodeFactory.instance
            .objectNode()
            .put("pair", one.number())
            .put("source", one.pair().source());
    put(line.putArray("match"), one.match());
    line.put("target", one.pair().target());
    ArrayNode counterparts = line.putArray("counterparts");
    one.counterparts().forEach(span -> put(counterparts.addArray(), span));
    return line;
  }

  private static void put(ArrayNode node, Span span) {
    node.add(span.start()).add(span.end());
  }
}
