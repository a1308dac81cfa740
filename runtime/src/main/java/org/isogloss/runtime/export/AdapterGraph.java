// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Role;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.adapter.RoleTasks;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.modelio.weights.LowRankAdapters;
import org.isogloss.runtime.export.MatMulBuilder.Matrix;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.Initializer;

/**
 * Builds the adapters of a model, by which the matrices of a text depend on its {@link Role}. The
 * matrices are stored once and the factors of the adapters next to them, which takes half of the
 * memory of a set of matrices for each role and lets texts of both roles share a batch.
 *
 * <p>The factors of the tasks are joined: with {@code n} tasks of rank {@code r}, a product {@code
 * x W} becomes {@code x W + ((x A) * mask) B}, where {@code A} is {@code [in, n r]}, {@code B} is
 * {@code [n r, out]}, and the mask of a text is 1 for the components of its task, otherwise 0.
 */
final class AdapterGraph {
  private static final String WORDS = "embeddings.word_embeddings.weight";

  /** All roles; a table by role has a row for each. */
  private static final int ROLES = Role.values().length;

  private final GraphBuilder graph;
  private final LowRankAdapters adapters;
  private final AdapterSettings settings;
  private final RoleTasks roles;
  private final List<String> tasks;
  private final int joinedRank;
  private final String mask;

  /** The masked products with the first factor, by vectors and module. */
  private final Map<List<String>, String> narrowed = new HashMap<>();

  /** Adds the input with the role of each text. */
  AdapterGraph(
      GraphBuilder graph, LowRankAdapters adapters, AdapterSettings settings, RoleTasks roles) {
    this.graph = graph;
    this.adapters = adapters;
    this.settings = settings;
    this.roles = roles;
    this.tasks = roles.distinct();
    this.joinedRank = tasks.size() * settings.rank();
    graph.input(TransformerGraph.ROLE_IDS, ElementType.INT64, "batch");
    mask = byRole("adapters.mask", joinedRank, maskValues());
  }

  private float[] maskValues() {
    float[] values = new float[ROLES * joinedRank];
    for (Role role : Role.values()) {
      int task = tasks.indexOf(roles.of(role));
      for (int i = 0; i < settings.rank(); i++) {
        values[TransformerGraph.roleId(role) * joinedRank + task * settings.rank() + i] = 1;
      }
    }
    return values;
  }

  /** Returns a row of a table for the role of each text, {@code [batch, 1, width]}. */
  private String byRole(String name, int width, float[] rows) {
    String table = graph.addInitializer(Initializer.floats(name, new long[] {ROLES, width}, rows));
    String row = graph.node("Gather", List.of(table, TransformerGraph.ROLE_IDS));
    return graph.node("Unsqueeze", List.of(row, graph.vector(1)));
  }

  /**
   * Adds the product with the adapters of a matrix to the product with the matrix.
   *
   * @param product the name of {@code [batch, tokens, out]} floats
   * @param x the name of the vectors that were multiplied, {@code [batch, tokens, in]} floats
   */
  String addProduct(String product, String x, Matrix matrix) {
    String module = adapters.module(matrix.tensor());
    String low =
        narrowed.computeIfAbsent(
            List.of(x, module), key -> masked(narrow(x, module, matrix.tensor(), matrix.in())));
    float[] wide = new float[joinedRank * matrix.out()];
    for (int task = 0; task < tasks.size(); task++) {
      float[] left = adapters.left(matrix.tensor(), settings, tasks.get(task), matrix.out());
      float[] transposed = MatMulBuilder.transposed(left, matrix.out(), settings.rank());
      System.arraycopy(transposed, 0, wide, task * transposed.length, transposed.length);
    }
    String columns = floats(matrix.name() + ".lora_B", wide, joinedRank, matrix.out());
    return graph.node("Add", List.of(product, graph.node("MatMul", List.of(low, columns))));
  }

  private String narrow(String x, String module, String tensor, int in) {
    float[] columns = MatMulBuilder.transposed(right(tensor, in), joinedRank, in);
    return graph.node("MatMul", List.of(x, floats(module + ".lora_A", columns, in, joinedRank)));
  }

  /** Returns the factors with the columns of a matrix, one below the other. */
  private float[] right(String tensor, int columns) {
    float[] joined = new float[joinedRank * columns];
    for (int task = 0; task < tasks.size(); task++) {
      float[] right = adapters.right(tensor, settings, tasks.get(task), columns);
      System.arraycopy(right, 0, joined, task * right.length, right.length);
    }
    return joined;
  }

  private String masked(String low) {
    return graph.node("Mul", List.of(low, mask));
  }

  /** Adds the adapters of the word embeddings to the embeddings of the tokens. */
  String addRows(String embeddings, TokenEmbeddings sizes) {
    int rows = sizes.vocabularySize();
    int rank = settings.rank();
    float[] table = new float[rows * joinedRank];
    for (int task = 0; task < tasks.size(); task++) {
      float[] left = adapters.left(WORDS, settings, tasks.get(task), rows);
      for (int row = 0; row < rows; row++) {
        System.arraycopy(left, row * rank, table, row * joinedRank + task * rank, rank);
      }
    }
    String low =
        graph.node(
            "Gather",
            List.of(
                floats(WORDS + ".lora_A", table, rows, joinedRank), TransformerGraph.INPUT_IDS));
    String columns =
        floats(WORDS + ".lora_B", right(WORDS, sizes.width()), joinedRank, sizes.width());
    return graph.node(
        "Add", List.of(embeddings, graph.node("MatMul", List.of(masked(low), columns))));
  }

  /**
   * Returns the first row of an embedding with the adapter of the role of each text.
   *
   * @param tensor the embedding, {@code [segments, width]}
   * @param row its first row
   * @return the name of {@code [batch, 1, width]} floats
   */
  String rowByRole(String tensor, float[] row, TokenEmbeddings sizes) {
    int width = sizes.width();
    float[] rows = new float[ROLES * width];
    for (Role role : Role.values()) {
      String task = roles.of(role);
      float[] left = adapters.left(tensor, settings, task, sizes.segments());
      float[] right = adapters.right(tensor, settings, task, width);
      for (int i = 0; i < width; i++) {
        float sum = row[i];
        for (int k = 0; k < settings.rank(); k++) {
          sum += left[k] * right[k * width + i];
        }
        rows[TransformerGraph.roleId(role) * width + i] = sum;
      }
    }
    return byRole("segment", width, rows);
  }

  private String floats(String name, float[] values, long rows, long columns) {
    return graph.addInitializer(Initializer.floats(name, new long[] {rows, columns}, values));
  }
}
