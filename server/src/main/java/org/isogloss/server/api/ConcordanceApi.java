// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Deadline;
import org.isogloss.core.Span;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.Occurrence;
import org.isogloss.lexical.concordance.TranslationCandidate;
import org.isogloss.server.catalog.ServedCorpora;
import org.isogloss.server.catalog.ServedCorpus;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/** Lists the bitexts of a server, and shows how words are used and translated in them. */
public final class ConcordanceApi {
  private final ServedCorpora corpora;

  public ConcordanceApi(ServedCorpora corpora) {
    this.corpora = corpora;
  }

  public List<Route> routes() {
    return List.of(
        route("/api/corpora", Route.Execution.CONNECTION, this::list),
        route("/api/concordance", Route.Execution.POOL, this::concordance));
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
    ConcordanceArguments arguments = ConcordanceArguments.read(request, corpora);
    Concordance found = arguments.corpus().concordance(arguments.words(), arguments.language());
    Deadline.check();
    ObjectNode reply =
        JsonNodeFactory.instance
            .objectNode()
            .put("corpus", arguments.corpus().name())
            .put("words", arguments.words().toString())
            .put("language", found.languages().source().tag())
            .put("translation_language", found.languages().target().tag())
            .put("pairs", found.pairCount())
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
    return Reply.json(reply);
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
