// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArgumentDecodingTest {
  private static final byte[] UNKNOWN = {};

  private static byte[] raw(Charset charset, String... words) {
    return (String.join("\0", words) + "\0").getBytes(charset);
  }

  @Test
  void acceptsDecodedArguments() {
    assertThat(ArgumentDecoding.findProblem("UTF-8", UNKNOWN, "search", "кофе?", "東京")).isEmpty();
    assertThat(ArgumentDecoding.findProblem("ANSI_X3.4-1968", UNKNOWN, "search", "coffee?"))
        .isEmpty();
    assertThat(ArgumentDecoding.findProblem("ANSI_X3.4-1968", UNKNOWN)).isEmpty();
  }

  @Test
  void rejectsReplacementCharacters() {
    assertThat(ArgumentDecoding.findProblem("UTF-8", UNKNOWN, "search", "gr\ufffdn"))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("gr\ufffdn", "not valid UTF-8"));
    assertThat(ArgumentDecoding.findProblem("ANSI_X3.4-1968", UNKNOWN, "search", "\ufffd\ufffd"))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("ANSI_X3.4-1968", "LC_ALL=C.UTF-8"));
  }

  @Test
  void rejectsQuestionMarksThatReplaceLetters() {
    byte[] raw = raw(StandardCharsets.UTF_8, "java", "search", "кофе");
    assertThat(ArgumentDecoding.findProblem("ANSI_X3.4-1968", raw, "search", "????????"))
        .isPresent();
    assertThat(ArgumentDecoding.findProblem("ISO-8859-1", raw, "search", "ÐºÐ¾ÑÐµ")).isPresent();
  }

  @Test
  void ignoresWordsBeforeTheArguments() {
    byte[] raw = raw(StandardCharsets.UTF_8, "java", "-cp", "/home/Борис/x.jar", "search", "why?");
    assertThat(ArgumentDecoding.findProblem("ANSI_X3.4-1968", raw, "search", "why?")).isEmpty();
    assertThat(ArgumentDecoding.findProblem("ANSI_X3.4-1968", raw)).isEmpty();
  }

  @Test
  void acceptsArgumentsInTheEncodingOfTheLocale() {
    byte[] raw = raw(StandardCharsets.ISO_8859_1, "java", "search", "grün");
    assertThat(ArgumentDecoding.findProblem("ISO-8859-1", raw, "search", "grün"))
        .isEqualTo(Optional.empty());
  }
}
