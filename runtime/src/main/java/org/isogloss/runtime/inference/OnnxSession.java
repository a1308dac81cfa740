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

/** A graph, opened: token sequences in, the numbers of one output out. Safe for many threads. */
public final class OnnxSession implements AutoCloseable {
  private static final String POSITIONS = "position_ids";
  private static final Set<String> INPUTS =
      Set.of(
          TransformerGraph.INPUT_IDS,
          TransformerGraph.ATTENTION_MASK,
          TransformerGraph.TOKEN_TYPE_IDS,
          POSITIONS);

  private final GraphFile graph;
  private final OrtSession session;
  private final Optional<SingleTextSession> singleTextSession;
  private final LatencyBasedSelector selector = new LatencyBasedSelector();
  private final Map<String, NodeInfo> inputs;
  private final Map<String, NodeInfo> outputs;

  private OnnxSession(GraphFile graph) {
    this.graph = graph;
    Optional<GraphFile.Reopening> reopening = graph.reopening();
    session = graph.open();
    singleTextSession =
        reopening.map(again -> new SingleTextSession(() -> again.open(SingleTextSession.THREADS)));
    try {
      inputs = session.getInputInfo();
      outputs = session.getOutputInfo();
      for (String name : inputs.keySet()) {
        if (!INPUTS.contains(name)) {
          throw new ModelFormatException(
              file(), "wants the input " + name + ", which is none of " + INPUTS);
        }
      }
    } catch (OrtException e) {
      closeSession();
      throw OnnxRuntimeEnvironment.failure("cannot describe " + file(), e);
    } catch (RuntimeException e) {
      closeSession();
      throw e;
    }
  }

  /**
   * Opens a graph, which is closed with what is returned, or if it cannot be opened.
   *
   * @throws ModelFormatException if it cannot be run, or wants something that we do not have
   */
  public static OnnxSession open(GraphFile graph) {
    try {
      return new OnnxSession(graph);
    } catch (RuntimeException e) {
      graph.close();
      throw e;
    }
  }

  public Path file() {
    return graph.file();
  }

  /** The names of what it computes. */
  public Set<String> outputs() {
    return outputs.keySet();
  }

  /** The shape of an output; -1 where it differs from run to run. */
  public long[] shape(String output) {
    if (outputs.get(output).getInfo() instanceof TensorInfo tensor) {
      return tensor.getShape();
    }
    throw new ModelFormatException(file(), "has an output " + output + " that is no tensor");
  }

  /**
   * Runs a batch.
   *
   * @param batch sequences of one length
   * @return the numbers of an output, row by row
   */
  FloatBuffer run(List<TokenSequence> batch, String output) {
    return run(session, batch, output);
  }

  /**
   * Runs one sequence while no other runs, on several threads if that is faster. The numbers are
   * the same to the bit.
   */
  FloatBuffer runAlone(TokenSequence sequence, String output) {
    Optional<OrtSession> other = singleTextSession.flatMap(SingleTextSession::sessionIfOpen);
    if (other.isEmpty()) {
      return run(session, List.of(sequence), output);
    }
    int way = selector.select();
    long start = System.nanoTime();
    FloatBuffer numbers = run(way == 0 ? session : other.get(), List.of(sequence), output);
    selector.record(way, System.nanoTime() - start, sequence.length());
    return numbers;
  }

  private FloatBuffer run(OrtSession on, List<TokenSequence> batch, String output) {
    int tokens = batch.getFirst().length();
    long[] shape = {batch.size(), tokens};
    Map<String, OnnxTensor> feed = HashMap.newHashMap(inputs.size());
    try {
      for (Map.Entry<String, NodeInfo> input : inputs.entrySet()) {
        feed.put(input.getKey(), tensor(input.getValue(), numbers(input.getKey(), batch), shape));
      }
      try (OrtSession.Result result = on.run(feed, Set.of(output))) {
        FloatBuffer numbers =
            result.get(0) instanceof OnnxTensor tensor ? tensor.getFloatBuffer() : null;
        if (numbers == null) {
          throw new ModelFormatException(
              file(), "has an output " + output + " that holds no floats");
        }
        return numbers;
      }
    } catch (OrtException e) {
      throw OnnxRuntimeEnvironment.failure("cannot run " + file(), e);
    } finally {
      feed.values().forEach(OnnxTensor::close);
    }
  }

  private static OnnxTensor tensor(NodeInfo input, int[] numbers, long[] shape)
      throws OrtException {
    if (((TensorInfo) input.getInfo()).type == OnnxJavaType.INT32) {
      return OnnxTensor.createTensor(
          OnnxRuntimeEnvironment.environment(), IntBuffer.wrap(numbers), shape);
    }
    long[] wide = Arrays.stream(numbers).asLongStream().toArray();
    return OnnxTensor.createTensor(
        OnnxRuntimeEnvironment.environment(), LongBuffer.wrap(wide), shape);
  }

  private static int[] numbers(String input, List<TokenSequence> batch) {
    int tokens = batch.getFirst().length();
    int[] all = new int[batch.size() * tokens];
    for (int row = 0; row < batch.size(); row++) {
      int at = row * tokens;
      switch (input) {
        case TransformerGraph.INPUT_IDS ->
            System.arraycopy(batch.get(row).ids(), 0, all, at, tokens);
        case TransformerGraph.TOKEN_TYPE_IDS ->
            System.arraycopy(batch.get(row).segments(), 0, all, at, tokens);
        case TransformerGraph.ATTENTION_MASK -> Arrays.fill(all, at, at + tokens, 1);
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

  /** Nothing may be running. Closing twice does nothing. */
  @Override
  public void close() {
    closeSession();
    graph.close();
  }
}
