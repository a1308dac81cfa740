// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Reads the pickle of a dictionary of tensors, as {@code torch.save} writes it. Only dictionaries,
 * tuples, numbers, strings and the two functions that rebuild tensors are known: every other opcode
 * or global is refused, and nothing is executed. Memory is bounded by the size of the pickle.
 */
final class PickleReader {
  /** The types of PyTorch's storages. */
  private static final Map<String, DataType> STORAGES =
      Map.of(
          "DoubleStorage", DataType.F64,
          "FloatStorage", DataType.F32,
          "HalfStorage", DataType.F16,
          "BFloat16Storage", DataType.BF16,
          "LongStorage", DataType.I64,
          "IntStorage", DataType.I32,
          "ShortStorage", DataType.I16,
          "CharStorage", DataType.I8,
          "ByteStorage", DataType.U8,
          "BoolStorage", DataType.BOOL);

  /** Maximum number of dimensions of a tensor. */
  private static final int MAX_DIMENSIONS = 8;

  /** The start of the elements that an opcode collects. */
  private static final Object MARK = new Object();

  private static final Object NONE = new Object();

  /** A function or class that a pickle may name. */
  private enum Global {
    DICTIONARY("collections", "OrderedDict"),
    TENSOR("torch._utils", "_rebuild_tensor_v2"),
    PARAMETER("torch._utils", "_rebuild_parameter");

    private final String module;
    private final String name;

    Global(String module, String name) {
      this.module = module;
      this.name = name;
    }
  }

  /**
   * The elements of one or more tensors, an entry of the archive.
   *
   * @param key the name of the entry
   */
  record Storage(DataType type, String key, long elements) {}

  /**
   * A tensor.
   *
   * @param from its first element in the storage
   */
  record Tensor(Storage storage, long from, List<Long> shape, List<Long> strides) {}

  private final Path file;
  private final ByteBuffer pickle;
  private final Deque<Object> stack = new ArrayDeque<>();
  private final Map<Integer, Object> memo = new HashMap<>();

  private PickleReader(Path file, ByteBuffer pickle) {
    this.file = file;
    this.pickle = pickle;
  }

  /**
   * Reads a dictionary of tensors; values of other types are left out.
   *
   * @param pickle little-endian
   * @throws ModelFormatException if the pickle does not describe such a dictionary
   */
  static Map<String, Tensor> read(Path file, ByteBuffer pickle) {
    PickleReader reader = new PickleReader(file, pickle);
    try {
      return reader.tensors();
    } catch (BufferUnderflowException e) {
      throw new ModelFormatException(file, "has a truncated pickle", e);
    }
  }

  private Map<String, Tensor> tensors() {
    for (int opcode = next(); opcode != '.'; opcode = next()) {
      execute(opcode);
    }
    Map<?, ?> all = pop(Map.class);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    all.forEach(
        (key, value) -> {
          if (key instanceof String name && value instanceof Tensor tensor) {
            tensors.put(name, tensor);
          }
        });
    if (tensors.isEmpty()) {
      throw new ModelFormatException(file, "contains no tensors, expected a dictionary of them");
    }
    return tensors;
  }

  private int next() {
    return Byte.toUnsignedInt(pickle.get());
  }

  private void execute(int opcode) {
    switch (opcode) {
      case 0x80 -> requireProtocol(next());
      case '}' -> stack.push(new LinkedHashMap<Object, Object>());
      case ']' -> stack.push(new ArrayList<Object>());
      case ')' -> stack.push(List.of());
      case '(' -> stack.push(MARK);
      case 'N' -> stack.push(NONE);
      case 0x88 -> stack.push(true);
      case 0x89 -> stack.push(false);
      case 'K' -> stack.push((long) next());
      case 'M' -> stack.push((long) Short.toUnsignedInt(pickle.getShort()));
      case 'J' -> stack.push((long) pickle.getInt());
      case 0x8a -> stack.push(longInteger(next()));
      case 'X' -> stack.push(text(pickle.getInt()));
      case 'c' -> stack.push(global(line(), line()));
      case 'q' -> memo.put(next(), peek());
      case 'r' -> memo.put(pickle.getInt(), peek());
      case 'h' -> stack.push(memorized(next()));
      case 'j' -> stack.push(memorized(pickle.getInt()));
      case 't' -> stack.push(List.copyOf(marked()));
      case 0x85 -> stack.push(tuple(1));
      case 0x86 -> stack.push(tuple(2));
      case 0x87 -> stack.push(tuple(3));
      case 'e' -> {
        List<Object> elements = marked();
        addAll(elements);
      }
      case 'a' -> addAll(tuple(1));
      case 's' -> put(tuple(2));
      case 'u' -> put(marked());
      case 'Q' -> stack.push(storage(pop(List.class)));
      case 'R' -> {
        List<?> arguments = pop(List.class);
        stack.push(call(pop(Object.class), arguments));
      }
      // Attributes of a dictionary, such as the versions of modules, do not change tensors.
      case 'b' -> pop(Object.class);
      default -> throw refused("the opcode 0x" + Integer.toHexString(opcode));
    }
  }

  private void requireProtocol(int protocol) {
    if (protocol != 2) {
      throw refused("protocol " + protocol + ", expected 2");
    }
  }

  private long longInteger(int length) {
    if (length > Long.BYTES) {
      throw refused("a number of " + length + " bytes");
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      value |= (long) next() << (Byte.SIZE * i);
    }
    int unused = Long.SIZE - Byte.SIZE * length;
    return length == 0 ? 0 : value << unused >> unused;
  }

  private String text(int length) {
    if (length < 0 || length > pickle.remaining()) {
      throw new ModelFormatException(file, "has a truncated pickle");
    }
    byte[] bytes = new byte[length];
    pickle.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() {
    StringBuilder line = new StringBuilder();
    for (int c = next(); c != '\n'; c = next()) {
      line.append((char) c);
    }
    return line.toString();
  }

  private Object global(String module, String name) {
    if (module.equals("torch") && STORAGES.containsKey(name)) {
      return STORAGES.get(name);
    }
    return Arrays.stream(Global.values())
        .filter(known -> known.module.equals(module) && known.name.equals(name))
        .findFirst()
        .orElseThrow(() -> refused(Excerpt.quote(module + "." + name)));
  }

  private Object call(Object function, List<?> arguments) {
    if (function == Global.DICTIONARY && arguments.isEmpty()) {
      return new LinkedHashMap<Object, Object>();
    }
    if (function == Global.PARAMETER && !arguments.isEmpty()) {
      return cast(arguments.getFirst(), Tensor.class);
    }
    if (function == Global.TENSOR && arguments.size() >= 4) {
      return new Tensor(
          cast(arguments.get(0), Storage.class),
          cast(arguments.get(1), Long.class),
          numbers(arguments.get(2)),
          numbers(arguments.get(3)));
    }
    throw refused("a call with " + arguments.size() + " arguments");
  }

  private Storage storage(List<?> id) {
    if (id.size() != 5 || !id.getFirst().equals("storage")) {
      throw refused("a persistent object that is not a storage");
    }
    return new Storage(
        cast(id.get(1), DataType.class),
        cast(id.get(2), String.class),
        cast(id.get(4), Long.class));
  }

  private List<Long> numbers(Object tuple) {
    List<?> elements = cast(tuple, List.class);
    // Many tensors can share one tuple, of which each has a copy.
    if (elements.size() > MAX_DIMENSIONS) {
      throw refused("a tensor with " + elements.size() + " dimensions");
    }
    List<Long> numbers = new ArrayList<>();
    for (Object number : elements) {
      numbers.add(cast(number, Long.class));
    }
    return numbers;
  }

  private Object peek() {
    Object top = stack.peek();
    if (top == null) {
      throw refused("an opcode without an operand");
    }
    return top;
  }

  private <T> T pop(Class<T> type) {
    Object top = peek();
    stack.pop();
    return cast(top, type);
  }

  private <T> T cast(Object value, Class<T> type) {
    if (!type.isInstance(value) || value == MARK) {
      throw refused("an operand of another type than " + type.getSimpleName());
    }
    return type.cast(value);
  }

  private Object memorized(int index) {
    Object value = memo.get(index);
    if (value == null) {
      throw refused("a reference to nothing");
    }
    return value;
  }

  /** Removes and returns the elements after the last mark, and the mark. */
  private List<Object> marked() {
    List<Object> elements = new ArrayList<>();
    for (Object top = peek(); top != MARK; top = peek()) {
      elements.add(top);
      stack.pop();
    }
    stack.pop();
    Collections.reverse(elements);
    return elements;
  }

  private List<Object> tuple(int size) {
    Object[] elements = new Object[size];
    for (int i = size - 1; i >= 0; i--) {
      elements[i] = pop(Object.class);
    }
    return List.of(elements);
  }

  @SuppressWarnings("unchecked")
  private void addAll(List<Object> elements) {
    if (!(peek() instanceof ArrayList<?> list)) {
      throw refused("an element of something else than a list");
    }
    ((List<Object>) list).addAll(elements);
  }

  @SuppressWarnings("unchecked")
  private void put(List<Object> keysAndValues) {
    if (!(peek() instanceof Map<?, ?> map) || keysAndValues.size() % 2 != 0) {
      throw refused("an entry of something else than a dictionary");
    }
    for (int i = 0; i < keysAndValues.size(); i += 2) {
      // Other keys could be collections that contain themselves.
      Object key = keysAndValues.get(i);
      if (!(key instanceof String) && !(key instanceof Long)) {
        throw refused("a key that is neither a string nor a number");
      }
      ((Map<Object, Object>) map).put(key, keysAndValues.get(i + 1));
    }
  }

  private ModelFormatException refused(String what) {
    return new ModelFormatException(
        file,
        "has "
            + what
            + " in its pickle at byte "
            + pickle.position()
            + ": only tensors are read from pickles; save the model in Python as Safetensors");
  }
}
