// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Pieces that are merged from characters, as SentencePiece's BPE model does it. */
final class MergedPieces implements PieceSegmentation {
  private final PieceInventory inventory;

  MergedPieces(PieceInventory inventory) {
    this.inventory = inventory;
  }

  /** A character or merged piece in a list; an empty text has been merged into another. */
  private static final class Symbol {
    private String text;
    private final boolean frozen;
    private int previous;
    private int next;

    Symbol(String text, boolean frozen, int previous, int next) {
      this.text = text;
      this.frozen = frozen;
      this.previous = previous;
      this.next = next;
    }
  }

  /** Two adjacent symbols that may be merged. */
  private record Pair(int left, int right, float score, int length) {}

  @Override
  public List<String> split(String normalized) {
    return new Merger(normalized).merge();
  }

  /** Merges the symbols of one text. */
  private final class Merger {
    private final List<Symbol> symbols = new ArrayList<>();
    private final PriorityQueue<Pair> agenda =
        new PriorityQueue<>(
            Comparator.comparingDouble((Pair pair) -> -pair.score()).thenComparingInt(Pair::left));

    /** The parts of merged pieces that are unused in a result. */
    private final Map<String, String[]> parts = new HashMap<>();

    Merger(String text) {
      for (int at = 0; at < text.length(); ) {
        int defined = inventory.userDefinedLength(text, at);
        int end = at + (defined > 0 ? defined : Character.charCount(text.codePointAt(at)));
        int index = symbols.size();
        symbols.add(
            new Symbol(
                text.substring(at, end),
                defined > 0,
                index - 1,
                end < text.length() ? index + 1 : -1));
        at = end;
      }
    }

    List<String> merge() {
      for (int right = 1; right < symbols.size(); right++) {
        addPair(right - 1, right);
      }
      while (!agenda.isEmpty()) {
        Pair pair = agenda.remove();
        Symbol left = symbols.get(pair.left());
        Symbol right = symbols.get(pair.right());
        boolean current =
            !left.text.isEmpty()
                && !right.text.isEmpty()
                && left.text.length() + right.text.length() == pair.length();
        if (current) {
          left.text += right.text;
          left.next = right.next;
          if (right.next >= 0) {
            symbols.get(right.next).previous = pair.left();
          }
          right.text = "";
          addPair(left.previous, pair.left());
          addPair(pair.left(), left.next);
        }
      }
      List<String> pieces = new ArrayList<>();
      for (int i = symbols.isEmpty() ? -1 : 0; i >= 0; i = symbols.get(i).next) {
        addUsed(symbols.get(i).text, pieces);
      }
      return pieces;
    }

    private void addPair(int left, int right) {
      if (left < 0 || right < 0 || symbols.get(left).frozen || symbols.get(right).frozen) {
        return;
      }
      String first = symbols.get(left).text;
      String second = symbols.get(right).text;
      SentencePieceFile.Piece piece = inventory.find(first + second);
      if (piece != null) {
        agenda.add(new Pair(left, right, piece.score(), first.length() + second.length()));
        if (piece.isUnused()) {
          parts.put(piece.text(), new String[] {first, second});
        }
      }
    }

    private void addUsed(String text, List<String> to) {
      SentencePieceFile.Piece piece = inventory.find(text);
      String[] two = piece != null && piece.isUnused() ? parts.get(text) : null;
      if (two == null) {
        to.add(text);
        return;
      }
      addUsed(two[0], to);
      addUsed(two[1], to);
    }
  }
}
