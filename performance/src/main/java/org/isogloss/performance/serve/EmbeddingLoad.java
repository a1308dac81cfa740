// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.performance.SampleSentences;
import org.isogloss.server.SearchServer;

/**
 * Compares {@code POST /v1/embeddings} of short sentences with the encoder of the same model in the
 * same process, by turns.
 */
final class EmbeddingLoad {
  private static final int CLIENTS = 32;
  private static final int MAX_CHARACTERS = 80;
  private static final int ROUNDS = 7;

  /** Numbers of texts in a request. */
  private static final List<Integer> REQUEST_SIZES = List.of(1, 64);

  private static final int LATENCIES = 400;

  /** Length of a round, roughly. */
  private static final double ROUND_SECONDS = 2;

  /** Bytes of a reply in addition to those of its vector in base64. */
  private static final int REPLY_WITHOUT_VECTOR = 130;

  private static final int MIN_TEXTS = 500;
  private static final int MAX_TEXTS = 100_000;

  private final List<String> sentences;

  private EmbeddingLoad() {
    sentences = shortSentences();
  }

  static void run(List<String> models) throws IOException {
    for (String model : models) {
      new EmbeddingLoad().measure(model);
    }
  }

  /** Sentences of at most {@value #MAX_CHARACTERS} characters in all languages, shuffled. */
  static List<String> shortSentences() {
    List<String> all = new ArrayList<>(SampleSentences.sentences());
    all.removeIf(sentence -> sentence.length() > MAX_CHARACTERS);
    Collections.shuffle(all, new Random(1));
    return List.copyOf(all);
  }

  private void measure(String name) throws IOException {
    try (SearchServer server = SearchServer.builder().model(name).port(0).start();
        LoadedModel model = Models.open(name);
        EmbeddingClients clients = new EmbeddingClients(server.port(), name, CLIENTS)) {
      Encoder encoder = model.encoder();
      double rate = warmUp(encoder, clients);
      List<String> texts = texts((int) Math.clamp(rate * ROUND_SECONDS, MIN_TEXTS, MAX_TEXTS));
      for (int size : REQUEST_SIZES) {
        throughput(name, encoder, clients, texts, size);
      }
      bare(texts, encoder.dimension());
      latency(name, encoder, clients);
    }
  }

  private static void throughput(
      String name, Encoder encoder, EmbeddingClients clients, List<String> texts, int size) {
    List<Cost> alone = new ArrayList<>();
    List<Cost> served = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      alone.add(Cost.of(texts.size(), () -> encoder.encode(texts, Role.PASSAGE)));
      served.add(Cost.of(texts.size(), () -> clients.seconds(texts, size)));
    }
    Figures.print(
        "%s, %d clients, requests of %d, %d texts a round, %d rounds by turns",
        name, CLIENTS, size, texts.size(), ROUNDS);
    print("texts/s", 1, alone, served, cost -> 1 / cost.seconds());
    print("processor time, us a text", 1e6, alone, served, Cost::processorSeconds);
  }

  /** Prints the medians of a figure, and how the encoder alone compares with HTTP. */
  private static void print(
      String unit,
      double factor,
      List<Cost> alone,
      List<Cost> served,
      ToDoubleFunction<Cost> figure) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      double ratio =
          figure.applyAsDouble(served.get(round)) / figure.applyAsDouble(alone.get(round));
      ratios.add(unit.equals("texts/s") ? ratio : 1 / ratio);
    }
    Figures.print(
        "  %s: encoder %.1f, HTTP %.1f, ratio %.3f (from %.3f to %.3f)",
        unit,
        factor * Figures.median(alone.stream().map(figure::applyAsDouble).toList()),
        factor * Figures.median(served.stream().map(figure::applyAsDouble).toList()),
        Figures.median(ratios),
        Figures.quantile(ratios, 0),
        Figures.quantile(ratios, 1));
  }

  /** Prints what the exchange of as many bytes takes the clients and a server that does nothing. */
  private static void bare(List<String> texts, int dimension) throws IOException {
    int content = dimension * Float.BYTES * 4 / 3 + REPLY_WITHOUT_VECTOR;
    try (BareServer server = new BareServer(content);
        EmbeddingClients clients = new EmbeddingClients(server.port(), "none", CLIENTS)) {
      List<Double> processor = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        processor.add(
            Cost.of(texts.size(), () -> clients.seconds(texts, 1)).processorSeconds() * 1e6);
      }
      Figures.print(
          "sockets alone, %d clients, requests of 1: processor time %.1f us a request (from %.1f to"
              + " %.1f)",
          CLIENTS,
          Figures.median(processor),
          Figures.quantile(processor, 0),
          Figures.quantile(processor, 1));
    }
  }

  private double warmUp(Encoder encoder, EmbeddingClients clients) {
    List<String> texts = texts(MIN_TEXTS);
    long end = System.nanoTime() + (long) (5 * ROUND_SECONDS * 1e9);
    double rate = 0;
    while (System.nanoTime() < end) {
      rate = texts.size() / seconds(encoder, texts);
      clients.seconds(texts, 1);
    }
    return rate;
  }

  private List<String> texts(int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(sentences.get(i % sentences.size()));
    }
    return texts;
  }

  private static double seconds(Encoder encoder, List<String> texts) {
    long start = System.nanoTime();
    encoder.encode(texts, Role.PASSAGE);
    return (System.nanoTime() - start) / 1e9;
  }

  private void latency(String name, Encoder encoder, EmbeddingClients clients) {
    List<Double> alone = new ArrayList<>();
    List<Double> served = new ArrayList<>();
    for (String text : sentences.subList(0, LATENCIES)) {
      long start = System.nanoTime();
      encoder.encode(List.of(text), Role.PASSAGE);
      long between = System.nanoTime();
      clients.request(text);
      alone.add((between - start) / 1e6);
      served.add((System.nanoTime() - between) / 1e6);
    }
    Figures.print(
        "%s, one text at a time, %d texts: p50 of the encoder %.2f ms, of HTTP %.2f ms, difference"
            + " %.2f ms; p99 %.2f and %.2f ms",
        name,
        LATENCIES,
        Figures.median(alone),
        Figures.median(served),
        Figures.median(served) - Figures.median(alone),
        Figures.quantile(alone, .99),
        Figures.quantile(served, .99));
  }
}
