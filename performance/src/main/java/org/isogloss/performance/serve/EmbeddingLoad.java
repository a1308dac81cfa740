// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
      latency(name, encoder, clients);
    }
  }

  private static void throughput(
      String name, Encoder encoder, EmbeddingClients clients, List<String> texts, int size) {
    List<Double> alone = new ArrayList<>();
    List<Double> served = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      alone.add(texts.size() / seconds(encoder, texts));
      served.add(texts.size() / clients.seconds(texts, size));
      ratios.add(served.getLast() / alone.getLast());
    }
    Figures.print(
        "%s, %d clients, requests of %d, %d texts a round, medians of %d rounds by turns: encoder"
            + " %.0f texts/s, HTTP %.0f texts/s, ratio %.2f (from %.2f to %.2f)",
        name,
        CLIENTS,
        size,
        texts.size(),
        ROUNDS,
        Figures.median(alone),
        Figures.median(served),
        Figures.median(ratios),
        Figures.quantile(ratios, 0),
        Figures.quantile(ratios, 1));
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
