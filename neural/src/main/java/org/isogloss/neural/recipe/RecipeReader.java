// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.neural.Recipe;

/**
 * Reads recipes: binds YAML to records. A key is the name of a record component in kebab case
 * ({@code learning-rate} for {@code learningRate}). Unknown keys, values of the wrong type or out
 * of range, and undefined variables are errors whose message contains the file and the line.
 */
public final class RecipeReader {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)\\}");

  private static final String KIND_KEY = "kind";
  private static final int MAX_BYTES = 1 << 20;

  private final Map<String, String> variables;
  private final List<String> overrides;
  private final UnaryOperator<Path> paths;

  /**
   * Creates a reader.
   *
   * @param variables values of the variables {@code ${name}} of a recipe
   * @param overrides replacements of values: {@code a.b=c} sets the key {@code b} inside {@code a};
   *     items of lists are addressed by their index from 0; the value is YAML
   */
  public RecipeReader(Map<String, String> variables, List<String> overrides) {
    this(variables, overrides, UnaryOperator.identity());
  }

  private RecipeReader(
      Map<String, String> variables, List<String> overrides, UnaryOperator<Path> paths) {
    this.variables = Map.copyOf(requireNonNull(variables, "variables is null"));
    this.overrides = List.copyOf(requireNonNull(overrides, "overrides is null"));
    this.paths = requireNonNull(paths, "paths is null");
  }

  /**
   * Returns a reader with a function that resolves every path of a recipe, for example the name of
   * a shipped model.
   */
  public RecipeReader withPathResolver(UnaryOperator<Path> pathResolver) {
    return new RecipeReader(variables, overrides, pathResolver);
  }

  /**
   * Reads a recipe.
   *
   * @param <T> the record type of the recipe
   * @throws RecipeException if the file is missing, or is not a valid recipe of this type
   */
  public <T extends Record> T read(Path file, Class<T> type) {
    return parse(file.toString(), text(file), type);
  }

  /**
   * Reads a recipe of one of several kinds, which the key "kind" of the recipe selects.
   *
   * @param kinds the record type of each kind
   * @param defaultKind the kind of a recipe without the key "kind"
   * @throws RecipeException if the file is missing, has an unknown kind, or is not a valid recipe
   *     of its kind
   */
  public Recipe read(Path file, Map<String, Class<? extends Record>> kinds, String defaultKind) {
    RecipeNode root = applyOverrides(file.toString(), text(file));
    String kind = defaultKind;
    if (root instanceof RecipeNode.Mapping mapping && mapping.values().containsKey(KIND_KEY)) {
      RecipeNode kindNode = mapping.values().get(KIND_KEY);
      kind = kindNode instanceof RecipeNode.Scalar scalar ? substitute(scalar) : "";
      if (!kinds.containsKey(kind)) {
        throw new RecipeException(
            kindNode.location(),
            "kind is \""
                + RecipeNode.abbreviate(kind)
                + "\", expected one of "
                + String.join(", ", new TreeSet<>(kinds.keySet())));
      }
      Map<String, RecipeNode> values = new LinkedHashMap<>(mapping.values());
      values.remove(KIND_KEY);
      root = new RecipeNode.Mapping(mapping.location(), values, mapping.keyLocations());
    }
    return (Recipe) new RecipeBinder(this::substitute, paths).bind(root, kinds.get(kind));
  }

  /**
   * Returns the text of a recipe with the overrides appended as comments. Variables are not
   * substituted, so that the text contains no paths of the local machine.
   *
   * @throws RecipeException if the file is missing
   */
  public String effectiveText(Path file) {
    StringBuilder text = new StringBuilder(text(file));
    overrides.forEach(override -> text.append(toComment(override)));
    return text.toString();
  }

  /** Formats an override as comment lines; none of its lines can become part of the recipe. */
  public static String toComment(String override) {
    return "# override: " + override.replaceAll("\\R", "\n#   ") + '\n';
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new RecipeException(
            file.toString(),
            "has " + Files.size(file) + " bytes, expected a recipe of at most " + MAX_BYTES);
      }
      return decoded(file, Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new RecipeException(file.toString(), "no such file", e);
    } catch (IOException e) {
      throw new RecipeException(
          file.toString(), "cannot read the recipe: " + FileErrors.describe(e), e);
    }
  }

  private static String decoded(Path file, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    if (decoder.decode(in, out, true).isError()) {
      long line = out.flip().chars().filter(c -> c == '\n').count() + 1;
      throw new RecipeException(file + ":" + line, "is not UTF-8: convert the recipe to UTF-8");
    }
    return out.flip().toString();
  }

  /**
   * Parses a recipe.
   *
   * @param source name of the source in error messages
   */
  public <T extends Record> T parse(String source, String yaml, Class<T> type) {
    return new RecipeBinder(this::substitute, paths).bind(applyOverrides(source, yaml), type);
  }

  private RecipeNode applyOverrides(String source, String yaml) {
    RecipeNode root = RecipeNode.parse(source, yaml);
    for (String override : overrides) {
      root = override(root, override);
    }
    return root;
  }

  private static RecipeNode override(RecipeNode root, String override) {
    String location = "override " + RecipeNode.abbreviate(override);
    int equals = override.indexOf('=');
    if (equals < 1) {
      throw new RecipeException(location, "expected key=value, such as training.steps=1000");
    }
    String yaml = override.substring(equals + 1);
    RecipeNode value =
        yaml.isBlank()
            ? new RecipeNode.Scalar(location, "")
            : withLocation(RecipeNode.parse(location, yaml), location);
    List<String> path = List.of(override.substring(0, equals).split("\\.", -1));
    if (path.size() > RecipeNode.MAX_DEPTH) {
      throw new RecipeException(
          location, "found " + path.size() + " keys, expected at most " + RecipeNode.MAX_DEPTH);
    }
    return replace(root, path, value);
  }

  /** Copies nodes with one location for all: line numbers are meaningless in an override. */
  private static RecipeNode withLocation(RecipeNode node, String location) {
    return switch (node) {
      case RecipeNode.Scalar scalar -> new RecipeNode.Scalar(location, scalar.text());
      case RecipeNode.Sequence sequence ->
          new RecipeNode.Sequence(
              location,
              sequence.items().stream().map(item -> withLocation(item, location)).toList());
      case RecipeNode.Mapping mapping -> {
        Map<String, RecipeNode> values = new LinkedHashMap<>();
        Map<String, String> keyLocations = new LinkedHashMap<>();
        mapping
            .values()
            .forEach(
                (key, value) -> {
                  values.put(key, withLocation(value, location));
                  keyLocations.put(key, location);
                });
        yield new RecipeNode.Mapping(location, values, keyLocations);
      }
    };
  }

  private static RecipeNode replace(RecipeNode node, List<String> path, RecipeNode value) {
    if (path.isEmpty()) {
      return value;
    }
    String key = path.get(0);
    List<String> rest = path.subList(1, path.size());
    if (node instanceof RecipeNode.Sequence sequence) {
      int index = key.matches("\\d{1,9}") ? Integer.parseInt(key) : -1;
      if (index < 0 || index >= sequence.items().size()) {
        throw new RecipeException(
            value.location(),
            "\""
                + key
                + "\" is not an index, from 0, into the list of "
                + sequence.items().size()
                + " items");
      }
      List<RecipeNode> items = new ArrayList<>(sequence.items());
      items.set(index, replace(items.get(index), rest, value));
      return new RecipeNode.Sequence(sequence.location(), items);
    }
    Map<String, RecipeNode> values = new LinkedHashMap<>();
    Map<String, String> keyLocations = new LinkedHashMap<>();
    if (node instanceof RecipeNode.Mapping mapping) {
      values.putAll(mapping.values());
      keyLocations.putAll(mapping.keyLocations());
    }
    RecipeNode inner =
        values.getOrDefault(key, new RecipeNode.Mapping(value.location(), Map.of(), Map.of()));
    values.put(key, replace(inner, rest, value));
    keyLocations.put(key, value.location());
    return new RecipeNode.Mapping(node.location(), values, keyLocations);
  }

  private String substitute(RecipeNode.Scalar scalar) {
    return VARIABLE
        .matcher(scalar.text())
        .replaceAll(match -> Matcher.quoteReplacement(variable(scalar.location(), match.group(1))));
  }

  private String variable(String location, String name) {
    String value = variables.get(name);
    if (value == null) {
      String suggestion =
          NameSuggestions.nearest(name, variables.keySet())
              .map(known -> ", or did you mean ${" + known + "}?")
              .orElse("");
      throw new RecipeException(
          location,
          "the variable ${" + name + "} has no value: define " + name + "=VALUE" + suggestion);
    }
    return value;
  }
}
