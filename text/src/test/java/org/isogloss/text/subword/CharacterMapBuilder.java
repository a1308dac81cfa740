// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** Writes character maps in SentencePiece's format, with a trie that is not compacted. */
final class CharacterMapBuilder {
  private static final int BLOCK = 256;

  private CharacterMapBuilder() {}

  private static final class Node {
    private final Map<Integer, Node> children = new TreeMap<>();
    private int value = -1;
    private int unit;
  }

  static PrecompiledCharacterMap of(Map<String, String> replacements) {
    return PrecompiledCharacterMap.of(precompiled(replacements));
  }

  static byte[] precompiled(Map<String, String> replacements) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Map<String, Integer> offsets = new HashMap<>();
    Node root = new Node();
    for (Map.Entry<String, String> entry : replacements.entrySet()) {
      Node node = root;
      for (byte key : entry.getKey().getBytes(StandardCharsets.UTF_8)) {
        node = node.children.computeIfAbsent(Byte.toUnsignedInt(key), c -> new Node());
      }
      node.value =
          offsets.computeIfAbsent(
              entry.getValue(),
              replacement -> {
                int offset = written.size();
                written.writeBytes((replacement + "\0").getBytes(StandardCharsets.UTF_8));
                return offset;
              });
    }
    byte[] trie = trie(root);
    return ByteBuffer.allocate(Integer.BYTES + trie.length + written.size())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(trie.length)
        .put(trie)
        .put(written.toByteArray())
        .array();
  }

  /** Each node has its unit block of units: 0 for its value, then one for each byte. */
  private static byte[] trie(Node root) {
    List<int[]> blocks = new ArrayList<>();
    blocks.add(new int[BLOCK]);
    Queue<Node> nodes = new ArrayDeque<>(List.of(root));
    while (!nodes.isEmpty()) {
      Node node = nodes.remove();
      int block = blocks.size() * BLOCK;
      int[] units = new int[BLOCK];
      blocks.add(units);
      int unit = blocks.get(node.unit / BLOCK)[node.unit % BLOCK];
      unit |= (node.unit ^ block) << 10 | (node.value >= 0 ? 1 << 8 : 0);
      blocks.get(node.unit / BLOCK)[node.unit % BLOCK] = unit;
      units[0] = node.value | 1 << 31;
      node.children.forEach(
          (key, child) -> {
            units[key] = key;
            child.unit = block + key;
            nodes.add(child);
          });
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(blocks.size() * BLOCK * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    blocks.forEach(units -> Arrays.stream(units).forEach(bytes::putInt));
    return bytes.array();
  }
}
