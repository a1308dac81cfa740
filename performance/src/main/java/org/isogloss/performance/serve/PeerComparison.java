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
import org.isogloss.core.io.FolderTree;

/**
 * Sends the same requests for vectors to Isogloss and to servers in Python that run the same
 * weights, by turns, each server in a process of its own.
 */
final class PeerComparison {
  private static final int CLIENTS = 32;
  private static final int TEXTS = 300;
  private static final int ROUNDS = 5;
  private static final String OURS = "isogloss";
  private static final List<String> PEERS = List.of("single", "batched");

  private final List<String> texts = EmbeddingLoad.shortSentences().subList(0, TEXTS);
  private final Map<String, EmbeddingClients> clients = new LinkedHashMap<>();
  private final Map<String, List<Double>> rates = new LinkedHashMap<>();

  private PeerComparison() {}

  /**
   * Runs the comparison.
   *
   * @param python an interpreter with the packages of {@code requirements-server.txt}
   * @param model a folder that sentence-transformers can open
   */
  static void run(String python, Path model, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path imported = folder.resolve("model");
    FolderTree.deleteIfExists(imported);
    importModel(model, imported);
    List<ServerProcess> servers = new ArrayList<>();
    PeerComparison comparison = new PeerComparison();
    try {
      servers.add(ServerProcess.ofModel(folder.resolve("isogloss.log"), imported));
      comparison.connect(OURS, servers.getLast());
      for (String kind : PEERS) {
        int port = ServerProcess.freePort();
        List<String> command =
            List.of(
                python,
                "performance/peers/embedding_server.py",
                model.toString(),
                String.valueOf(port),
                kind);
        servers.add(ServerProcess.start(command, port, "/health", folder.resolve(kind + ".log")));
        comparison.connect(kind, servers.getLast());
      }
      comparison.measure();
    } finally {
      for (EmbeddingClients all : comparison.clients.values()) {
        all.close();
      }
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

  private void connect(String name, ServerProcess server) throws IOException {
    clients.put(name, new EmbeddingClients(server.port(), "model", CLIENTS));
    rates.put(name, new ArrayList<>());
  }

  private void measure() throws IOException {
    for (String peer : PEERS) {
      Figures.print(
          "cosine of the vectors of isogloss and %s: %.4f",
          peer,
          cosine(
              clients.get(OURS).vector(texts.getFirst()),
              clients.get(peer).vector(texts.getFirst())));
    }
    for (int round = 0; round <= ROUNDS; round++) {
      for (Map.Entry<String, EmbeddingClients> server : clients.entrySet()) {
        double rate = TEXTS / server.getValue().seconds(texts, 1);
        if (round > 0) { // The first one warms up.
          rates.get(server.getKey()).add(rate);
        }
      }
    }
    double ours = Figures.median(rates.get(OURS));
    rates.forEach(
        (name, all) ->
            Figures.print(
                "%s, %d clients, median of %d rounds of %d texts: %.1f requests/s (from %.1f to"
                    + " %.1f); isogloss to it %.2f",
                name,
                CLIENTS,
                ROUNDS,
                TEXTS,
                Figures.median(all),
                Figures.quantile(all, 0),
                Figures.quantile(all, 1),
                ours / Figures.median(all)));
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
