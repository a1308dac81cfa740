// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.isogloss.core.io.FolderTree;

/**
 * Sends the same requests for vectors to Isogloss and to other servers that run the same weights,
 * by turns, each server in a process of its own.
 */
final class PeerComparison {
  private static final int CLIENTS = 32;
  private static final int TEXTS = 300;
  private static final int ROUNDS = 5;
  private static final String OURS = "isogloss";
  private static final String MODEL = "model";

  private final List<String> texts = EmbeddingLoad.shortSentences().subList(0, TEXTS);
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();

  private PeerComparison() {}

  /**
   * Another server.
   *
   * @param command returns the command that starts it at a port
   */
  private record Peer(String name, IntFunction<ProcessBuilder> command) {}

  /**
   * Compares with servers in Python that run sentence-transformers in single precision.
   *
   * @param python an interpreter with the packages of {@code requirements-server.txt}
   * @param model a folder that sentence-transformers can open
   */
  static void withSentenceTransformers(String python, Path model, Path folder) throws IOException {
    List<Peer> peers = new ArrayList<>();
    for (String kind : List.of("single", "batched")) {
      peers.add(
          new Peer(
              kind,
              port ->
                  new ProcessBuilder(
                      python,
                      "performance/peers/embedding_server.py",
                      model.toString(),
                      String.valueOf(port),
                      kind)));
    }
    run(model, folder, peers);
  }

  /**
   * Compares with Infinity, which runs ONNX Runtime in eight bits.
   *
   * @param program {@code infinity_emb}, with the packages of {@code requirements-infinity.txt}
   * @param model a folder that sentence-transformers can open
   * @param quantized the same model as {@code quantized_onnx.py} writes it
   */
  static void withInfinity(Path program, Path model, Path quantized, Path folder)
      throws IOException {
    IntFunction<ProcessBuilder> command =
        port -> {
          List<String> arguments =
              List.of(
                  "v2 --model-id . --engine optimum --device cpu --pooling-method mean --host 127.0.0.1"
                      .split(" "));
          List<String> all = new ArrayList<>(List.of(program.toString()));
          all.addAll(arguments);
          all.addAll(List.of("--served-model-name", MODEL, "--url-prefix", "/v1"));
          all.addAll(List.of("--port", String.valueOf(port)));
          ProcessBuilder builder = new ProcessBuilder(all).directory(quantized.toFile());
          builder.environment().put("HF_HUB_OFFLINE", "1");
          builder.environment().put("DO_NOT_TRACK", "1");
          return builder;
        };
    run(model, folder, List.of(new Peer("infinity", command)));
  }

  private static void run(Path model, Path folder, List<Peer> peers) throws IOException {
    Files.createDirectories(folder);
    Path imported = folder.resolve("model");
    FolderTree.deleteIfExists(imported);
    importModel(model, imported);
    List<ServerProcess> servers = new ArrayList<>();
    PeerComparison comparison = new PeerComparison();
    try {
      servers.add(ServerProcess.ofModel(folder.resolve("isogloss.log"), imported));
      comparison.add(OURS, servers.getLast());
      for (Peer peer : peers) {
        int port = ServerProcess.freePort();
        Path log = folder.resolve(peer.name() + ".log");
        servers.add(ServerProcess.start(peer.command().apply(port), port, "/health", log));
        comparison.add(peer.name(), servers.getLast());
      }
      comparison.measure();
    } finally {
      servers.forEach(ServerProcess::kill);
    }
  }

  private static void importModel(Path model, Path target) throws IOException {
    List<String> arguments =
        List.of(
            "model",
            "import",
            model.toString(),
            "--to",
            target.toString(),
            "--pooling",
            "mean",
            "--query-prefix",
            "query: ",
            "--passage-prefix",
            "passage: ");
    Process process =
        new ProcessBuilder(ServerProcess.isogloss(List.of(), arguments)).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("the model cannot be imported");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void add(String name, ServerProcess server) {
    ports.put(name, server.port());
    rates.put(name, new ArrayList<>());
  }

  private void measure() throws IOException {
    float[] own = vector(ports.get(OURS));
    for (Map.Entry<String, Integer> server : ports.entrySet()) {
      Figures.print(
          "cosine of the vectors of isogloss and %s: %.4f",
          server.getKey(), cosine(own, vector(server.getValue())));
    }
    for (int round = 0; round <= ROUNDS; round++) {
      for (Map.Entry<String, Integer> server : ports.entrySet()) {
        // Connected anew, because some servers close connections that are idle for seconds.
        try (EmbeddingClients clients = new EmbeddingClients(server.getValue(), MODEL, CLIENTS)) {
          double rate = TEXTS / clients.seconds(texts, 1);
          if (round > 0) { // The first one warms up.
            rates.get(server.getKey()).add(rate);
          }
        }
      }
    }
    rates.forEach(
        (name, all) -> {
          List<Double> ratios = new ArrayList<>();
          for (int round = 0; round < ROUNDS; round++) {
            ratios.add(rates.get(OURS).get(round) / all.get(round));
          }
          Figures.print(
              "%s, %d clients, median of %d rounds of %d texts: %.1f requests/s (from %.1f to"
                  + " %.1f); isogloss to it, by rounds: %.2f (from %.2f to %.2f)",
              name,
              CLIENTS,
              ROUNDS,
              TEXTS,
              Figures.median(all),
              Figures.quantile(all, 0),
              Figures.quantile(all, 1),
              Figures.median(ratios),
              Figures.quantile(ratios, 0),
              Figures.quantile(ratios, 1));
        });
  }

  private float[] vector(int port) throws IOException {
    try (EmbeddingClients clients = new EmbeddingClients(port, MODEL, 1)) {
      return clients.vector(texts.getFirst());
    }
  }

  private static double cosine(float[] a, float[] b) {
    double product = 0;
    double squares = 0;
    double others = 0;
    for (int i = 0; i < a.length; i++) {
      product += a[i] * b[i];
      squares += a[i] * a[i];
      others += b[i] * b[i];
    }
    return product / Math.sqrt(squares * others);
  }
}
