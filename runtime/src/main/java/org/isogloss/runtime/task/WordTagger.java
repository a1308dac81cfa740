// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.decoding.TagDecoder;
import org.isogloss.text.window.WordWindow;
import org.isogloss.text.window.WordWindows;

/**
 * Tags words with a transformer that has a head for token classification. The tag of a word is that
 * of its first token; tags of spans in the scheme IOB2 form a valid sequence, see {@link
 * TagDecoder}. A sentence of any length is read in {@link WordWindows}. Thread-safe.
 */
public final class WordTagger implements AutoCloseable {
  private final TaskModel model;
  private final WordWindows windows;
  private final TagDecoder decoder;

  private WordTagger(TaskModel model) {
    this.model = model;
    this.windows = new WordWindows(model.tokenizer(), model.maxLength());
    this.decoder = new TagDecoder(model.labels());
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if the model has no such head, or is damaged
   */
  public static WordTagger open(ModelFolder model, InferenceOptions options) {
    TaskModel opened = new TaskModel(model, TransformerHead.TOKEN_CLASSIFICATION, options);
    try {
      return new WordTagger(opened);
    } catch (IllegalArgumentException e) {
      opened.close();
      throw new ModelFormatException(model.path(), e.getMessage(), e);
    }
  }

  /** Returns the tags, in the order of the outputs. */
  public List<String> labels() {
    return model.labels();
  }

  /** Whether the tags are those of spans in the scheme IOB2. */
  public boolean hasSpans() {
    return decoder.hasSpans();
  }

  /**
   * Returns the tag of each word.
   *
   * @param sentences the words of each sentence
   */
  public List<List<String>> tag(List<List<String>> sentences) {
    List<List<WordWindow>> read = sentences.stream().map(windows::of).toList();
    float[][] rows =
        model.run(read.stream().flatMap(List::stream).map(WordWindow::encoding).toList());
    List<List<String>> tags = new ArrayList<>(read.size());
    int next = 0;
    for (List<WordWindow> sentence : read) {
      List<float[]> words = new ArrayList<>();
      for (WordWindow window : sentence) {
        addWords(window, rows[next++], words);
      }
      tags.add(decoder.decode(words));
    }
    return tags;
  }

  private void addWords(WordWindow window, float[] row, List<float[]> words) {
    int labels = labels().size();
    for (int word = window.from(); word < window.to(); word++) {
      int at = window.firstToken(word) * labels;
      words.add(Arrays.copyOfRange(row, at, at + labels));
    }
  }

  /** Running inputs are completed first. Closing twice has no effect. */
  @Override
  public void close() {
    model.close();
  }
}
