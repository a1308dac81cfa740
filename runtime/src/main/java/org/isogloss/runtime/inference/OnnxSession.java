// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.export.TransformerGraph;

/** An open graph, which computes one output for token sequences. Thread-safe. */
public final class OnnxSession implements AutoCloseable {
  private static final String POSITIONS = "position_ids";
  private static final Set<String> INPUTS =
      Set.of(
          TransformerGraph.INPUT_IDS,
          TransformerGraph.ATTENTION_MASK,
          TransformerGraph.TOKEN_TYPE_IDS,
          TransformerGraph.ROLE_IDS,
          POSITIONS);

  /** The shape of inputs that have a value for each token; the sizes vary between runs. */
  private static final long[] OF_TOKENS = {-1, -1};

  /** The shape of inputs that have a value for each text. */
  private static final long[] OF_TEXTS = {-1};

  private final GraphFile graph;
  private final InferenceDevice device;
  private final OrtSession session;
  private final Optional<SingleTextSession> singleTextSession;
  private final LatencyBasedSelector selector = new LatencyBasedSelector();
  private final Map<String, NodeInfo> inputs;
  private final Map<String, NodeInfo> outputs;

  private OnnxSession(GraphFile graph, InferenceDevice device) {
    this.graph = graph;
    this.device = device;
    Optional<GraphFile.Reopening> reopening = device.isCpu() ? graph.reopening() : Optional.empty();
    session = graph.open(device);
    singleTextSession =
        reopening.map(again -> new SingleTextSession(() -> again.open(SingleTextSession.THREADS)));
    try {
      inputs = session.getInputInfo();
      outputs = session.getOutputInfo();
      inputs.forEach(this::requireInput);
    } catch (OrtException e) {
      closeSession();
      throw OnnxRuntimeEnvironment.failure("cannot describe " + file(), e);
    } catch (RuntimeException e) {
      closeSession();
      throw e;
    }
  }

  private void requireInput(String name, NodeInfo input) {
    if (!INPUTS.contains(name)) {
      throw new ModelFormatException(
          file(), "requires the input " + name + ", expected one of " + INPUTS);
    }
    boolean ofTexts = name.equals(TransformerGraph.ROLE_IDS);
    boolean valid =
        input.getInfo() instanceof TensorInfo tensor
            && (tensor.type == OnnxJavaType.INT64 || tensor.type == OnnxJavaType.INT32)
            && Arrays.equals(tensor.getShape(), ofTexts ? OF_TEXTS : OF_TOKENS);
    if (!valid) {
      throw new ModelFormatException(
          file(),
          "requires the input "
              + describe(name, input)
              + ", expected integers "
              + (ofTexts
                  ? "[batch], whose size can vary (-1)"
                  : "[batch, tokens] of which both sizes can vary (-1)"));
    }
  }

  private static String describe(String name, NodeInfo value) {
    return value.getInfo() instanceof TensorInfo tensor
        ? name + " " + tensor.type + Arrays.toString(tensor.getShape())
        : name + ", which is not a tensor,";
  }

  /**
   * Opens a graph. The graph is closed together with the returned session, or if it cannot be
   * opened.
   *
   * @throws ModelFormatException if it cannot be run, or requires an input that is not supported
   */
  public static OnnxSession open(GraphFile graph, InferenceDevice device) {
    try {
      return new OnnxSession(graph, device);
    } catch (RuntimeException e) {
      graph.close();
      throw e;
    }
  }

  public Path file() {
    return graph.file();
  }

  /** Returns the device on which the graph runs. */
  InferenceDevice device() {
    return device;
  }

  /** See {@link GraphFile#attentionMayBeQuadratic()}. */
  boolean attentionMayBeQuadratic() {
    return graph.attentionMayBeQuadratic();
  }

  /** Returns the names of the outputs. */
  public Set<String> outputs() {
    return outputs.keySet();
  }

  /** Returns whether the graph has an input. */
  public boolean hasInput(String name) {
    return inputs.containsKey(name);
  }

  /** Returns the outputs with their types and shapes, for messages. */
  public List<String> describeOutputs() {
    return outputs.entrySet().stream()
        .map(output -> describe(output.getKey(), output.getValue()))
        .toList();
  }

  /** Returns the shape of an output; -1 for dimensions that vary between runs. */
  public long[] shape(String output) {
    return tensor(output).getShape();
  }

  /** Returns the type of the elements of an output. */
  OnnxJavaType type(String output) {
    return tensor(output).type;
  }

  private TensorInfo tensor(String output) {
    if (outputs.get(output).getInfo() instanceof TensorInfo tensor) {
      return tensor;
    }
    throw new ModelFormatException(file(), "has an output " + output + " that is not a tensor");
  }

  /**
   * Runs a batch.
   *
   * @param batch sequences of one length
   * @return the values of an output, row by row
   */
  public FloatBuffer run(List<TokenSequence> batch, String output) {
    return run(batch, List.of(output)).getFirst();
  }

  /** Runs a batch as {@link #run(List, String)} does, and returns the values of several outputs. */
  List<FloatBuffer> run(List<TokenSequence> batch, List<String> outputs) {
    return run(session, batch, outputs);
  }

  /**
   * Runs one sequence while no other is running, on several threads if this is faster. The values
   * are bitwise identical to those of {@link #run}.
   */
  List<FloatBuffer> runAlone(TokenSequence sequence, List<String> outputs) {
    Optional<OrtSession> other = singleTextSession.flatMap(SingleTextSession::sessionIfOpen);
    if (other.isEmpty()) {
      return run(session, List.of(sequence), outputs);
    }
    int alternative = selector.select();
    long start = System.nanoTime();
    List<FloatBuffer> values =
        run(alternative == 0 ? session : other.get(), List.of(sequence), outputs);
    selector.record(alternative, System.nanoTime() - start, sequence.length());
    return values;
  }

  private List<FloatBuffer> run(
      OrtSession target, List<TokenSequence> batch, List<String> requested) {
    Map<String, OnnxTensor> feed = HashMap.newHashMap(inputs.size());
    try {
      for (Map.Entry<String, NodeInfo> input : inputs.entrySet()) {
        feed.put(input.getKey(), tensor(input.getKey(), input.getValue(), batch));
      }
      try (OrtSession.Result result = target.run(feed, Set.copyOf(requested))) {
        return requested.stream().map(output -> floats(result, output)).toList();
      }
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot run " + file(), e);
    } finally {
      feed.values().forEach(OnnxTensor::close);
    }
  }

  private FloatBuffer floats(OrtSession.Result result, String output) {
    FloatBuffer values =
        result.get(output).orElseThrow() instanceof OnnxTensor tensor
            ? tensor.getFloatBuffer()
            : null;
    if (values == null) {
      throw new ModelFormatException(
          file(), "has an output " + output + " that does not contain floats");
    }
    return values;
  }

  private static OnnxTensor tensor(String name, NodeInfo input, List<TokenSequence> batch)
      throws OrtException {
    boolean ofTexts = name.equals(TransformerGraph.ROLE_IDS);
    int[] values = ofTexts ? roles(batch) : values(name, batch);
    long[] shape =
        ofTexts ? new long[] {batch.size()} : new long[] {batch.size(), batch.getFirst().length()};
    if (((TensorInfo) input.getInfo()).type == OnnxJavaType.INT32) {
      return OnnxTensor.createTensor(
          OnnxRuntimeEnvironment.environment(), IntBuffer.wrap(values), shape);
    }
    long[] wide = Arrays.stream(values).asLongStream().toArray();
    return OnnxTensor.createTensor(
        OnnxRuntimeEnvironment.environment(), LongBuffer.wrap(wide), shape);
  }

  private static int[] roles(List<TokenSequence> batch) {
    return batch.stream().mapToInt(sequence -> TransformerGraph.roleId(sequence.role())).toArray();
  }

  private static int[] values(String input, List<TokenSequence> batch) {
    int tokens = batch.getFirst().length();
    int[] all = new int[batch.size() * tokens];
    for (int row = 0; row < batch.size(); row++) {
      int offset = row * tokens;
      switch (input) {
        case TransformerGraph.INPUT_IDS ->
            System.arraycopy(batch.get(row).ids(), 0, all, offset, tokens);
        case TransformerGraph.TOKEN_TYPE_IDS ->
            System.arraycopy(batch.get(row).segments(), 0, all, offset, tokens);
        case TransformerGraph.ATTENTION_MASK ->
            Arrays.fill(all, offset, offset + tokens - batch.get(row).padding(), 1);
        default -> Arrays.setAll(all, i -> i % tokens);
      }
    }
    return all;
  }

  private void closeSession() {
    try {
      singleTextSession.ifPresent(SingleTextSession::close);
      session.close();
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot close " + file(), e);
    }
  }

  /** Must not be called while a sequence is running. Closing twice has no effect. */
  @Override
  public void close() {
    closeSession();
    graph.close();
  }
}
